package dev.ibportal.daemon.inventory;

import dev.ibportal.agent.v1.HostFacts;
import dev.ibportal.agent.v1.InventoryReport;

/** What there is on this machine, as the portal is told. */
public interface Inventory {
    /** A full look, with a sequence number of its own. What could not be read is said so, never left out silently. */
    InventoryReport observe();

    /** What hardly changes while the daemon runs. */
    HostFacts facts();
}
