package dev.ibportal.portal.node;

import org.jspecify.annotations.Nullable;

/**
 * A port to be registered, unread.
 *
 * @param fabric id or name; {@code null}: the only fabric there is
 */
public record PortForm(@Nullable String guid, @Nullable String fabric) {}
