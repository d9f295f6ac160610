package dev.ibportal.opensm;

import dev.ibportal.types.Guid;
import dev.ibportal.types.MembershipType;

/**
 * One port in a partition.
 *
 * @param port the port's GUID; a node GUID would be ignored silently
 * @param index0 whether the PKey is put at the start of the port's table, so that the parent interface uses it
 */
public record PortMember(Guid port, MembershipType membership, boolean index0) {
    public PortMember(Guid port, MembershipType membership) {
        this(port, membership, false);
    }
}
