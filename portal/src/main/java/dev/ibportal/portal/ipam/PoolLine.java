package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.page.Bar;
import java.math.BigDecimal;
import java.math.BigInteger;

/** A pool with its use, drawn. Public for the templates. */
public record PoolLine(PoolView pool, Bar use) {
    static PoolLine of(PoolView pool) {
        return new PoolLine(pool, new Bar(BigDecimal.valueOf(pool.used()), new BigDecimal(pool.capacity())));
    }

    /** How many members have no address from here. */
    public int waiting() {
        Integer members = pool.membersWithout();
        return members == null ? 0 : members;
    }

    /** How many addresses a form proposes: never more than there are. */
    String suggestion() {
        return pool.free().min(BigInteger.TEN).max(BigInteger.ONE).toString();
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
