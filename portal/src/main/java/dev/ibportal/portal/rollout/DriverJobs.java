package dev.ibportal.portal.rollout;

import java.util.Collection;
import java.util.UUID;

/** The way to daemons that install drivers. What they answer goes to {@link JobReports}. */
interface DriverJobs {
    /** Nodes that can be asked by this portal now. */
    Collection<UUID> connected();

    /** Asks once; the same order again is the same job. */
    void ask(WorkSql.Order order);
}
