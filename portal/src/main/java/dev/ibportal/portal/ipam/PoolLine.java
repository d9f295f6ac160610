package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.page.Bar;
import java.math.BigDecimal;

/** A pool with its use, drawn. Public for the templates. */
public record PoolLine(PoolView pool, Bar use) {
    static PoolLine of(PoolView pool) {
        return new PoolLine(pool, new Bar(BigDecimal.valueOf(pool.used()), new BigDecimal(pool.capacity())));
    }

    public String used() {
        return Long.toString(pool.used());
    }

    public String free() {
        return pool.free().toString();
    }

    public String total() {
        return use.totalText();
    }
}
