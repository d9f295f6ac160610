package dev.ibportal.opensm;

import dev.ibportal.types.MembershipType;
import java.util.Optional;

/**
 * The default partition 0x7fff, which every port belongs to. The subnet manager's own port is a full member always;
 * else limited members could not ask it anything.
 *
 * @param everyPort membership of all ports; without a rule OpenSM would make them limited
 * @param group the broadcast group that gives parent interfaces their carrier; empty for none
 */
public record DefaultRule(MembershipType everyPort, Optional<BroadcastGroup> group) {
    /** With a broadcast group of OpenSM's usual attributes, as OpenSM makes it when it has no partitions.conf. */
    public static DefaultRule of(MembershipType everyPort) {
        return new DefaultRule(everyPort, Optional.of(BroadcastGroup.DEFAULT));
    }
}
