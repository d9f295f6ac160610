package dev.ibportal.portal.partition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many members that somebody wants at once, all or none.
 *
 * @param nodes ids or names, each with one port on the fabric
 * @param membership {@code full} or {@code limited}; there is no default
 */
public record MemberBulkForm(
        @Nullable List<String> nodes, @Nullable String membership) {}
