package dev.ibportal.portal.ipam;

import org.jspecify.annotations.Nullable;

/** Addresses to add to a pool's ranges or exclusions: {@code first - last}, a prefix, or one address. */
public record SpanForm(@Nullable String range) {}
