package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A partition as people see it.
 *
 * @param ipMtu as it was set; absent: as large as mode and group allow
 * @param effectiveMtu what its interfaces should have unless a member says otherwise
 * @param state with {@code since} and {@code reason}: where it stands on its way
 * @param effectiveMembers of {@code members}, those found in their ports' PKey tables when these were last read
 * @param knowledge how far all this is known at the moment
 */
public record PartitionView(
        UUID id,
        Ref tenant,
        Ref fabric,
        String pkey,
        String name,
        String description,
        boolean ipoib,
        int ibMtu,
        @Nullable Integer rateCode,
        int serviceLevel,
        String mode,
        @Nullable Integer ipMtu,
        int effectiveMtu,
        String defaultMembership,
        String state,
        Instant since,
        String reason,
        int members,
        int effectiveMembers,
        Knowledge knowledge,
        int pools,
        @Nullable Instant removedAt,
        Instant createdAt,
        int version) {
    /**
     * What is behind the state. A state is what was last read; unknown is never in sync.
     *
     * @param verdict {@code in-sync}, {@code not-in-sync}, {@code working}, {@code not-known} or {@code empty}
     * @param inSync members whose whole chain was read back as wanted
     * @param silent members whose node is unreachable
     * @param wrong members that are not as wanted and do not become so by themselves
     * @param smState what is known of the fabric's subnet manager
     * @param smSeenAt when that was read
     * @param tablesReadAt when the oldest of the members' port tables was read
     * @param notKnownSince when the first of what is silent was last heard of; absent: nothing is silent
     */
    public record Knowledge(
            String verdict,
            int inSync,
            int silent,
            int wrong,
            String smState,
            @Nullable Instant smSeenAt,
            @Nullable Instant tablesReadAt,
            @Nullable Instant notKnownSince) {}
}
