package dev.ibportal.opensm;

import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A tenant's partition as OpenSM is told of it.
 *
 * @param pkey never the default partition
 * @param group the IPoIB broadcast group; empty for a partition without IPoIB
 * @param serviceLevel 0 to 15; takes effect only where quality of service is on in OpenSM
 * @param members in order of GUID, each port once
 */
public record PartitionRule(PKey pkey, Optional<BroadcastGroup> group, int serviceLevel, List<PortMember> members) {
    static final int MAX_SERVICE_LEVEL = 15;

    /** @throws InvalidValueException if a value is impossible or a port is listed twice, where the last would win */
    public PartitionRule {
        pkey.requireTenant();
        requireServiceLevel(serviceLevel);
        members =
                members.stream().sorted(Comparator.comparing(PortMember::port)).toList();
        requireOnce(pkey, members);
    }

    static int requireServiceLevel(int serviceLevel) {
        if (serviceLevel < 0 || serviceLevel > MAX_SERVICE_LEVEL) {
            throw new InvalidValueException(
                    "service-level.range",
                    "service level " + serviceLevel + " is outside 0 to " + MAX_SERVICE_LEVEL,
                    Integer.toString(serviceLevel));
        }
        return serviceLevel;
    }

    private static void requireOnce(PKey pkey, List<PortMember> members) {
        Set<Guid> seen = new HashSet<>();
        for (PortMember member : members) {
            if (!seen.add(member.port())) {
                throw new InvalidValueException(
                        "partition.member-twice",
                        "port " + member.port() + " is listed twice in partition " + pkey,
                        member.port().toString());
            }
        }
    }
}
