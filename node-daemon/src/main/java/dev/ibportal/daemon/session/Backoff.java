package dev.ibportal.daemon.session;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Full jitter: each wait is drawn evenly from zero to a bound that doubles. The first bound is wide on purpose, because
 * all daemons lose a portal in the same moment.
 */
final class Backoff {
    private static final int DOUBLINGS = 20;

    private final Duration first;
    private final Duration cap;
    private final RandomGenerator random;
    private int failures;

    Backoff(Duration first, Duration cap, RandomGenerator random) {
        this.first = first;
        this.cap = cap;
        this.random = random;
    }

    Duration next() {
        long bound = Math.min(cap.toMillis(), first.toMillis() << Math.min(failures, DOUBLINGS));
        failures++;
        return Duration.ofMillis(random.nextLong(bound + 1));
    }

    /** For a refusal that only people can end: at least the cap, and spread as well. */
    Duration slow() {
        return cap.plusMillis(random.nextLong(cap.toMillis() * 4 + 1));
    }

    void reset() {
        failures = 0;
    }
}
