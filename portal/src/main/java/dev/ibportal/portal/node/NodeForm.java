package dev.ibportal.portal.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node as somebody wants it, unread.
 *
 * @param roles {@code node}, {@code subnet-manager} or both; {@code null}: {@code node}
 */
public record NodeForm(@Nullable String name, @Nullable List<String> roles) {}
