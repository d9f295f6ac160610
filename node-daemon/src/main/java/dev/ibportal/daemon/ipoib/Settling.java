package dev.ibportal.daemon.ipoib;

import java.time.Duration;

/**
 * How long a pass waits for what it did to show: joining a broadcast group and duplicate detection take their time.
 *
 * @param looks how often it reads back at most, at least once
 * @param pause between two looks
 */
public record Settling(int looks, Duration pause) {
    /** Duplicate detection of IPv6 takes one to two seconds. */
    public static final Settling USUAL = new Settling(12, Duration.ofMillis(250));

    public static final Settling NONE = new Settling(1, Duration.ZERO);

    void pauseOnce() {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
