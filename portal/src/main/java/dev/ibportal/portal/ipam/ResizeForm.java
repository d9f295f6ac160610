package dev.ibportal.portal.ipam;

import org.jspecify.annotations.Nullable;

/**
 * Another prefix for a pool.
 *
 * @param gateway of the new network; absent: the present one, {@code none}: none
 */
public record ResizeForm(@Nullable String prefix, @Nullable String gateway) {}
