package dev.ibportal.portal.tenant;

import dev.ibportal.portal.platform.page.Bar;
import org.jspecify.annotations.Nullable;

/**
 * How much of one kind of thing a tenant has and may have.
 *
 * @param kind partitions, addresses or nodes
 * @param limit null: as much as there is
 */
public record QuotaView(String kind, @Nullable Long limit, long used) {
    /** For pages; only where there is a limit. */
    public Bar bar() {
        return Bar.of(used, limit == null ? used : limit);
    }
}
