package dev.ibportal.portal.account;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A personal token.
 *
 * @param prefix its beginning, by which its owner recognises it
 * @param token the token itself, only in the answer that made it
 */
public record TokenView(
        UUID id,
        String name,
        String prefix,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt,
        @Nullable String token) {}
