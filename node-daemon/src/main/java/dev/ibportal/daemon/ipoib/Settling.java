package dev.ibportal.daemon.ipoib;

import java.time.Duration;

/**
 * How long a pass waits for what it did to show: joining a broadcast group and duplicate detection take their time.
 *
 * @param looks how often it reads back at most, at least once
 * @param pause between two looks, once the first short ones are over
 */
public record Settling(int looks, Duration pause) {
    private static final int GROWTH = 2;
    private static final int SHORT_PAUSES = 5;

    /** Duplicate detection of IPv6 takes one to two seconds; most other things are there within milliseconds. */
    public static final Settling USUAL = new Settling(14, Duration.ofMillis(400));

    public static final Settling NONE = new Settling(1, Duration.ZERO);

    /** The first pauses are short, and each is twice the one before up to {@code pause}. */
    void pause(int look) {
        long millis = pause.toMillis();
        for (int i = look; i < SHORT_PAUSES; i++) {
            millis /= GROWTH;
        }
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
