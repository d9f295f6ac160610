package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.web.Ref;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A pool as people see it.
 *
 * @param ranges empty: the whole prefix
 * @param capacity how many addresses it could hand out when none was taken
 * @param used taken ones, those being released among them
 * @param membersWithout how many members of the partition have no address of this family; absent in lists
 * @param releasing how many of {@code used} wait until their node has let go of them
 */
public record PoolView(
        UUID id,
        Ref tenant,
        Ref partition,
        String pkey,
        String name,
        String prefix,
        @Nullable String gateway,
        List<Span> ranges,
        List<Excluded> exclusions,
        BigInteger capacity,
        long used,
        long releasing,
        BigInteger free,
        @Nullable Integer membersWithout,
        Instant createdAt,
        int version) {

    public record Span(UUID id, String range) {}

    /**
     * @param pattern {@code first 10} or {@code last 10}, when it was said so
     * @param text all of it, as it is typed
     */
    public record Excluded(UUID id, String range, @Nullable String pattern, String reason, String text) {}

    PoolView waiting(int members) {
        return new PoolView(
                id,
                tenant,
                partition,
                pkey,
                name,
                prefix,
                gateway,
                ranges,
                exclusions,
                capacity,
                used,
                releasing,
                free,
                members,
                createdAt,
                version);
    }
}
