package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.host.simulated.PortState;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;

/** A host's port as it hangs on the fabric. Used by one thread at a time, the fabric's. */
final class FabricPort {
    private final String node;
    private final SimulatedPort port;
    private final int lid;
    private final KeyTable table = new KeyTable(SimulatedPort.TABLE_SIZE);
    private boolean linked = true;
    private boolean ethernet;
    private boolean deaf;

    FabricPort(String node, SimulatedPort port, int lid) {
        this.node = node;
        this.port = port;
        this.lid = lid;
    }

    String node() {
        return node;
    }

    Guid guid() {
        return port.guid();
    }

    int lid() {
        return lid;
    }

    SimulatedPort simulated() {
        return port;
    }

    /** Whether the subnet manager finds it. */
    boolean isOnFabric() {
        return linked && !ethernet;
    }

    boolean isDeaf() {
        return deaf;
    }

    /** As a switch's management sees the port's own table. */
    List<Integer> table() {
        return table.entries();
    }

    void link(boolean up) {
        linked = up;
        show();
    }

    void ethernet(boolean on) {
        ethernet = on;
        show();
    }

    /** A deaf port answers nobody who wants to set its table, and keeps what it has. */
    void deaf(boolean on) {
        deaf = on;
    }

    private void show() {
        if (ethernet) {
            port.update(PortState::asEthernet);
        } else if (linked) {
            // Until the next sweep, with the table of old.
            port.update(state -> PortState.UNCONFIGURED.withPkeys(entriesOrDefault()));
        } else {
            port.update(PortState::down);
        }
    }

    private List<Integer> entriesOrDefault() {
        return table.entries().isEmpty() ? List.of(0xffff) : table.entries();
    }

    /** What a sweep does to a port that answers. False when a key found no room. */
    boolean program(List<Integer> wanted, Map<PKey, IbMtu> groups, int smLid) {
        boolean fits = table.set(wanted);
        List<Integer> entries = table.entries();
        port.update(state -> new PortState(false, PortState.ACTIVE, PortState.LINK_UP, lid, smLid, entries, groups));
        return fits;
    }

    /** What a sweep does to a port that refuses its table: all but the keys. */
    void activate(Map<PKey, IbMtu> groups, int smLid) {
        List<Integer> entries = entriesOrDefault();
        port.update(state -> new PortState(false, PortState.ACTIVE, PortState.LINK_UP, lid, smLid, entries, groups));
    }
}
