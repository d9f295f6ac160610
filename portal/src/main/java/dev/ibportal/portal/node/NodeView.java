package dev.ibportal.portal.node;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node in lists.
 *
 * @param since when it came into this state
 * @param reason of the state, in plain words
 * @param lastSeenAt last sign of life; absent when there never was one
 */
public record NodeView(
        UUID id,
        String name,
        List<String> roles,
        String state,
        Instant since,
        String reason,
        @Nullable Instant lastSeenAt,
        int ports,
        Instant createdAt,
        int version) {}
