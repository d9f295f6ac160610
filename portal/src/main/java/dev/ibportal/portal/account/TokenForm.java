package dev.ibportal.portal.account;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A personal token to be made.
 *
 * @param expiresAt absent: in 90 days
 */
public record TokenForm(@Nullable String name, @Nullable Instant expiresAt) {}
