package dev.ibportal.portal.ipam;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be changed of a pool, whole; its prefix is for life.
 *
 * @param gateway absent: none
 * @param ranges absent or empty: the whole prefix
 * @param exclusions absent or empty: none
 */
public record PoolChange(
        @Nullable String name,
        @Nullable String gateway,
        @Nullable List<String> ranges,
        @Nullable List<String> exclusions) {
    static PoolChange of(PoolView pool) {
        return new PoolChange(
                pool.name(),
                pool.gateway(),
                pool.ranges().stream().map(PoolView.Span::range).toList(),
                pool.exclusions().stream().map(PoolView.Excluded::text).toList());
    }
}
