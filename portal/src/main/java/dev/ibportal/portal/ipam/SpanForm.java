package dev.ibportal.portal.ipam;

import org.jspecify.annotations.Nullable;

/**
 * Addresses to add to a pool's ranges or exclusions: {@code first - last}, a prefix, or one address; for exclusions also
 * {@code first N} or {@code last N} of the usable ones.
 *
 * @param reason why they are excluded; ranges have none
 */
public record SpanForm(@Nullable String range, @Nullable String reason) {}
