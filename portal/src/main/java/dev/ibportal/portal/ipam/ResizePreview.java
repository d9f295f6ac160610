package dev.ibportal.portal.ipam;

import java.math.BigInteger;
import java.util.List;

/**
 * What another prefix would do to a pool.
 *
 * @param cut ranges and exclusions that would not be there any more, or not whole
 * @param interfaces so many running interfaces get their addresses with the other prefix length
 * @param lost so many taken addresses the pool would no longer hand out
 * @param lostFirst the lowest of these, with their holders
 * @param obstacles why it cannot be done now; empty: it can
 * @param version of the pool that this is about, for {@code If-Match}
 */
public record ResizePreview(
        String from,
        String to,
        BigInteger capacityBefore,
        BigInteger capacityAfter,
        long used,
        List<String> cut,
        int interfaces,
        long lost,
        List<String> lostFirst,
        List<String> obstacles,
        int version) {
    public boolean isPossible() {
        return obstacles.isEmpty();
    }

    public BigInteger freeAfter() {
        return capacityAfter.subtract(BigInteger.valueOf(used)).max(BigInteger.ZERO);
    }
}
