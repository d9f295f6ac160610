package dev.ibportal.daemon.ipoib;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Attempts that failed and were taken back are not repeated at once: each repetition could disturb the host again. The
 * time to the next one doubles up to a limit; a new spec ends all waiting.
 */
public final class Resting {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Clock clock;
    private final Map<String, Rest> rests = new HashMap<>();

    public Resting(Clock clock) {
        this.clock = clock;
    }

    private record Rest(Cause cause, Duration length, Instant until) {}

    /** Why this thing has to wait; empty when it may be tried. */
    synchronized Optional<Cause> cause(String what) {
        return Optional.ofNullable(rests.get(what))
                .filter(rest -> rests(rest, clock.instant()))
                .map(Rest::cause);
    }

    /** A clock that was set back must not make it wait for as long as that. */
    private static boolean rests(Rest rest, Instant now) {
        return now.isBefore(rest.until()) && !rest.until().isAfter(now.plus(rest.length()));
    }

    synchronized void failed(String what, Cause cause) {
        Rest before = rests.get(what);
        Duration length = before == null ? FIRST : before.length().multipliedBy(2);
        length = length.compareTo(LONGEST) > 0 ? LONGEST : length;
        rests.put(what, new Rest(cause, length, clock.instant().plus(length)));
    }

    synchronized void succeeded(String what) {
        rests.remove(what);
    }

    public synchronized void endAll() {
        rests.clear();
    }
}
