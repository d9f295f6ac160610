package dev.ibportal.portal.evidence.core;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the portal knows, without judgement. */
public record Facts(List<PartitionFact> partitions, List<FabricFact> fabrics) {
    /**
     * A live partition of the tenant.
     *
     * @param holders how many live partitions of the fabric have the key
     * @param members ports that may hold its key
     * @param probe the last try to get out of it
     */
    public record PartitionFact(
            UUID id,
            String name,
            UUID fabric,
            int base,
            int holders,
            Set<UUID> members,
            @Nullable ProbeFact probe) {}

    public record ProbeFact(String verdict, Instant at, String detail, Check.@Nullable Course course) {}

    /**
     * A fabric on which the tenant has partitions.
     *
     * @param limited whether the portal's configuration makes ports limited members of the default partition
     * @param applied whether the subnet manager has that configuration
     * @param keys what its options file says of its keys; none if nobody has said
     */
    public record FabricFact(
            UUID id, String name, boolean limited, boolean applied, List<PortFact> ports, List<KeyFact> keys) {}

    /**
     * A key of the subnet manager, without its value.
     *
     * @param state set, default (the value that everybody knows) or unknown
     */
    public record KeyFact(String name, String state, Instant seenAt) {}

    /**
     * A registered port.
     *
     * @param manager whether the subnet manager sits on its node: that one is a full member of the default partition
     * @param keys its PKey table as it was read last; none if it never was
     */
    public record PortFact(
            UUID id,
            boolean manager,
            @Nullable Instant seenAt,
            @Nullable List<Integer> keys) {}
}
