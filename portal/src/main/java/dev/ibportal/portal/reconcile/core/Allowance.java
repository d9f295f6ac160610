package dev.ibportal.portal.reconcile.core;

import java.time.Duration;
import java.time.Instant;

/**
 * How many ports may be read in the background, so that reading takes no more than a share of the time. What was not used
 * adds up for a minute only: nothing is made up for in one go.
 */
public final class Allowance {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final double portsPerSecond;
    private Instant since;
    private double left;

    /**
     * @param share of the time, above 0 up to 1
     * @param each how long one port takes
     */
    public Allowance(double share, Duration each, Instant now) {
        if (share <= 0 || share > 1) {
            throw new IllegalArgumentException("the share of time is " + share + ", above 0 up to 1 is possible");
        }
        this.portsPerSecond = share * Duration.ofSeconds(1).toNanos() / Math.max(1, each.toNanos());
        this.since = now;
        this.left = 1;
    }

    /** How many may be read now. */
    public synchronized int ports(Instant now) {
        Duration passed = Duration.between(since, now);
        if (!passed.isNegative()) {
            left = Math.min(left + portsPerSecond * seconds(passed), Math.max(1, portsPerSecond * seconds(LONGEST)));
            since = now;
        }
        return (int) left;
    }

    /** So many are read. */
    public synchronized void used(int ports) {
        left -= ports;
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
