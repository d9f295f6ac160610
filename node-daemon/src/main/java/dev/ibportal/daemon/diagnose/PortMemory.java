package dev.ibportal.daemon.diagnose;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Since when a port is known to be in its state: from the first time that somebody saw it so without a change since. */
public final class PortMemory {
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    private record Seen(String state, Instant since) {}

    /** Notes what was seen, and tells for how long it has been so. */
    public long seconds(String port, String state, Instant now) {
        Seen known = seen.compute(
                port,
                (name, before) -> before == null || !before.state().equals(state) ? new Seen(state, now) : before);
        return Math.max(0, Duration.between(known.since(), now).toSeconds());
    }
}
