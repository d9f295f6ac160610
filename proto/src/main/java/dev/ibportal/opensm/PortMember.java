package dev.ibportal.opensm;

import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;

/**
 * One port in a partition.
 *
 * <p>OpenSM remembers the place of every PKey in a port's table ({@code keep_pkey_indexes}, on by default). Index 0
 * breaks that memory: in 3.3.23 two PKeys can end up with one place, and a later change then loses one of them for
 * good, silently. So index 0 is for subnet managers with {@code keep_pkey_indexes FALSE} only, and like everything else
 * it counts when it was read back.
 *
 * @param port the port's GUID; a node GUID would be ignored silently
 * @param index0 whether the PKey is put at the start of the port's table, so that the parent interface uses it
 */
public record PortMember(Guid port, MembershipType membership, boolean index0) {
    public PortMember(Guid port, MembershipType membership) {
        this(port, membership, false);
    }
}
