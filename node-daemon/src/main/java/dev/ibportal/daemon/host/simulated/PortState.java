package dev.ibportal.daemon.host.simulated;

import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.util.List;
import java.util.Map;

/**
 * One moment of a simulated port, as the fabric left it.
 *
 * @param ethernet whether the adapter runs this port as RoCE
 * @param state 1 DOWN, 2 INIT, 3 ARMED, 4 ACTIVE
 * @param physState 2 Polling, 3 Disabled, 5 LinkUp
 * @param pkeys 16-bit table entries in table order
 * @param groups partitions whose broadcast group exists on the fabric, with the group's MTU
 */
public record PortState(
        boolean ethernet, int state, int physState, int lid, int smLid, List<Integer> pkeys, Map<PKey, IbMtu> groups) {
    public static final int DOWN = 1;
    public static final int INIT = 2;
    public static final int ARMED = 3;
    public static final int ACTIVE = 4;
    public static final int POLLING = 2;
    public static final int DISABLED = 3;
    public static final int LINK_UP = 5;

    /** Cabled, but no subnet manager has configured it yet. */
    public static final PortState UNCONFIGURED =
            new PortState(false, INIT, LINK_UP, 0xffff, 0, List.of(0xffff), Map.of());

    public PortState {
        pkeys = List.copyOf(pkeys);
        groups = Map.copyOf(groups);
    }

    /** What a subnet manager at {@code smLid} makes of it. */
    public PortState active(int lid, int smLid) {
        return new PortState(ethernet, ACTIVE, LINK_UP, lid, smLid, pkeys, groups);
    }

    /** The cable is out. */
    public PortState down() {
        return new PortState(ethernet, DOWN, POLLING, lid, smLid, pkeys, groups);
    }

    /** The adapter was switched to Ethernet; there is no subnet manager and no PKey but the default one. */
    public PortState asEthernet() {
        return new PortState(true, ACTIVE, LINK_UP, 0, 0, List.of(0xffff), Map.of());
    }

    public PortState withPkeys(List<Integer> table) {
        return new PortState(ethernet, state, physState, lid, smLid, table, groups);
    }

    public PortState withGroups(Map<PKey, IbMtu> existing) {
        return new PortState(ethernet, state, physState, lid, smLid, pkeys, existing);
    }
}
