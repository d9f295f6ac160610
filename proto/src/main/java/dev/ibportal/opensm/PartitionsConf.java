package dev.ibportal.opensm;

import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.PKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The whole content of a partitions.conf in a canonical form: two equal ones render to the same bytes.
 *
 * @param partitions in order of PKey, each PKey once; partitions without members are dropped, because OpenSM would not
 *     make them
 */
public record PartitionsConf(DefaultRule defaultRule, List<PartitionRule> partitions) {
    /** @throws InvalidValueException if a PKey has two rules, or a port is to have two PKeys at index 0 */
    public PartitionsConf {
        partitions = partitions.stream()
                .filter(rule -> !rule.members().isEmpty())
                .sorted(Comparator.comparing(PartitionRule::pkey))
                .toList();
        requireOneRulePerPKey(partitions);
        requireOneIndex0PerPort(partitions);
    }

    private static void requireOneRulePerPKey(List<PartitionRule> partitions) {
        for (int i = 1; i < partitions.size(); i++) {
            PKey pkey = partitions.get(i).pkey();
            if (pkey.equals(partitions.get(i - 1).pkey())) {
                throw new InvalidValueException(
                        "partition.twice",
                        "partition " + pkey + " has two rules, which OpenSM would merge",
                        pkey.toString());
            }
        }
    }

    private static void requireOneIndex0PerPort(List<PartitionRule> partitions) {
        Map<Guid, PKey> first = new HashMap<>();
        for (PartitionRule rule : partitions) {
            for (PortMember member : rule.members()) {
                PKey other = member.index0() ? first.put(member.port(), rule.pkey()) : null;
                if (other != null) {
                    throw new InvalidValueException(
                            "partition.index0-twice",
                            "port " + member.port() + " is to have both " + other + " and " + rule.pkey()
                                    + " at index 0 of its PKey table",
                            member.port().toString());
                }
            }
        }
    }
}
