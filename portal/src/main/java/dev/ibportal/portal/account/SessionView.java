package dev.ibportal.portal.account;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A browser session that is open.
 *
 * @param device what its browser said it is, in short
 * @param provider the OpenID provider that vouched for the person; absent after a log-in with a password
 * @param current whether it is the one that asks
 */
public record SessionView(
        UUID id,
        Instant createdAt,
        Instant lastSeenAt,
        Instant expiresAt,
        String address,
        String device,
        @Nullable String provider,
        boolean current) {}
