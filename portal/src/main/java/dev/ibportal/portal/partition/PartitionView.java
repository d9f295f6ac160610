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
 * @param effectiveMembers of {@code members}, those found in their ports' PKey tables
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
        String mode,
        @Nullable Integer ipMtu,
        int effectiveMtu,
        String defaultMembership,
        String state,
        Instant since,
        String reason,
        int members,
        int effectiveMembers,
        int pools,
        @Nullable Instant removedAt,
        Instant createdAt,
        int version) {}
