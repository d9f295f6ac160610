package dev.ibportal.portal.fabric;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A fabric as people see it.
 *
 * @param smNode told to operators alone
 * @param removalApproval whether a second person has to approve removals of members and partitions
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
        Status status,
        @Nullable PKeys pkeys,
        Instant createdAt,
        int version) {

    public record SmNode(UUID id, String name) {}

    /** What was last heard of the subnet manager; {@code seenAt} is null when nothing ever was. */
    public record Status(
            String smState,
            Instant since,
            String reason,
            @Nullable Instant seenAt) {}

    /** The PKeys of the automatic range by what they are doing. */
    public record PKeys(int free, int taken, int quarantined, int reserved) {}

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
                status,
                null,
                createdAt,
                version);
    }
}
