package dev.ibportal.portal.ipam;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pool as somebody wants it, unread.
 *
 * @param partition id of the partition
 * @param ranges {@code first - last}, prefixes or single addresses; absent or empty: the whole prefix
 * @param exclusions in the same forms, or {@code first N} or {@code last N}; each perhaps with {@code # reason}
 */
public record PoolForm(
        @Nullable String partition,
        @Nullable String name,
        @Nullable String prefix,
        @Nullable String gateway,
        @Nullable List<String> ranges,
        @Nullable List<String> exclusions) {}
