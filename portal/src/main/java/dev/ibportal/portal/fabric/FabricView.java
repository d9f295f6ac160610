package dev.ibportal.portal.fabric;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A fabric as people see it.
 *
 * @param smNode told to operators alone
 * @param removalApproval whether a second person has to approve removals of members and partitions
 * @param qos whether service levels take effect: quality of service is on in every subnet manager that may rule it
 * @param kept PKeys that are not given automatically; told to operators alone
 * @param smHosts all hosts that may rule it, with what each has; told to operators alone
 * @param pkeys told to operators alone: what others took is not a tenant's to know
 */
public record FabricView(
        UUID id,
        String name,
        String smKind,
        @Nullable SmNode smNode,
        String pkeyFirst,
        String pkeyLast,
        long quarantineSeconds,
        String defaultMembership,
        boolean removalApproval,
        boolean qos,
        Status status,
        @Nullable PKeys pkeys,
        Kept kept,
        List<SmHost> smHosts,
        Instant createdAt,
        int version) {
    public FabricView {
        smHosts = List.copyOf(smHosts);
    }

    public record SmNode(UUID id, String name) {}

    /**
     * What was last heard of the subnet manager.
     *
     * @param seenAt null when nothing ever was
     * @param generation of the newest configuration
     * @param master null: none was seen to rule
     * @param complaints of the subnet manager's own log, since it was told last
     */
    public record Status(
            String smState,
            Instant since,
            String reason,
            @Nullable Instant seenAt,
            long generation,
            @Nullable Master master,
            List<SmComplaint> complaints) {
        public Status {
            complaints = List.copyOf(complaints);
        }

        /** When it was read, and how often it was told something, says when some tenant changes something. */
        Status forTenants() {
            Instant minute = seenAt == null ? null : seenAt.truncatedTo(ChronoUnit.MINUTES);
            return new Status(smState, since, reason, minute, 0, null, List.of());
        }
    }

    /**
     * Whose subnet manager rules.
     *
     * @param before whose did before; null: no other ever did
     * @param wasBehind whether it had an older configuration when it began to
     */
    public record Master(
            String node, Instant since, @Nullable String before, boolean wasBehind) {}

    /**
     * One host with a subnet manager.
     *
     * @param mastery master, standby or unknown
     * @param generation of the configuration that it has; null: none is known
     * @param differsSince since when it has not the newest one; null: it has it
     * @param lastWindowMs how long it took it to get the last one; null: it never got any
     */
    public record SmHost(
            SmNode node,
            boolean standby,
            String state,
            String mastery,
            String reason,
            @Nullable Instant seenAt,
            @Nullable Long generation,
            @Nullable Instant differsSince,
            @Nullable Long lastWindowMs) {}

    /** Ranges of PKeys that nobody gets, and those that only who names one of their keys gets. */
    public record Kept(List<String> reserved, List<String> onRequest) {
        static final Kept NOT_TOLD = new Kept(List.of(), List.of());

        public Kept {
            reserved = List.copyOf(reserved);
            onRequest = List.copyOf(onRequest);
        }
    }

    /** The PKeys of the automatic range by what they are doing; reserved ones are free, and not given automatically. */
    public record PKeys(int free, int taken, int quarantined, int reserved) {}

    FabricView with(@Nullable PKeys keys, List<SmHost> hosts) {
        return new FabricView(
                id,
                name,
                smKind,
                smNode,
                pkeyFirst,
                pkeyLast,
                quarantineSeconds,
                defaultMembership,
                removalApproval,
                qos,
                status,
                keys,
                kept,
                hosts,
                createdAt,
                version);
    }

    FabricView forTenants() {
        return new FabricView(
                id,
                name,
                smKind,
                null,
                pkeyFirst,
                pkeyLast,
                quarantineSeconds,
                defaultMembership,
                removalApproval,
                qos,
                status.forTenants(),
                null,
                Kept.NOT_TOLD,
                List.of(),
                createdAt,
                version);
    }
}
