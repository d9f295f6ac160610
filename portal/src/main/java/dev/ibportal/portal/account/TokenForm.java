package dev.ibportal.portal.account;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A token to be made.
 *
 * @param expiresAt absent: in 90 days
 * @param scopes permissions that the token is narrowed to; absent: all that its owner has, also later
 */
public record TokenForm(
        @Nullable String name,
        @Nullable Instant expiresAt,
        @Nullable List<String> scopes) {}
