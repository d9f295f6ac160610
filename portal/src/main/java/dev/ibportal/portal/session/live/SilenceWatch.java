package dev.ibportal.portal.session.live;

import dev.ibportal.portal.session.transport.AgentsConfig;
import dev.ibportal.portal.session.transport.Refusal;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Writes down signs of life, and finds the nodes that have given none for too long. Looks at times, not at connections:
 * a half-open connection looks as alive as any.
 */
@Singleton
public final class SilenceWatch {
    private final Sessions sessions;
    private final SilenceSql sql;
    private final AgentsConfig config;
    private final Clock clock;
    private final Instant started;
    private Instant written;

    @Inject
    SilenceWatch(Sessions sessions, SilenceSql sql, AgentsConfig config, Clock clock) {
        this(sessions, sql, config, clock, clock.instant());
    }

    SilenceWatch(Sessions sessions, SilenceSql sql, AgentsConfig config, Clock clock, Instant started) {
        this.sessions = sessions;
        this.sql = sql;
        this.config = config;
        this.clock = clock;
        this.started = started;
        this.written = started;
    }

    /** One round. Nodes that this portal has yet had no time to hear from are left alone. */
    public synchronized void sweep() {
        Instant now = clock.instant();
        Instant limit = now.minus(config.unreachableAfter());
        dropSilent(limit);
        Map<UUID, Instant> signs = newSigns();
        Set<UUID> lost = sql.sweep(signs, limit, now, started.isBefore(limit));
        written = now;
        if (!lost.isEmpty()) {
            sessions.tell(listener -> listener.unreachable(lost));
        }
    }

    private void dropSilent(Instant limit) {
        for (NodeSession session : sessions.all()) {
            if (session.lastSign().isBefore(limit)) {
                sessions.drop(
                        session,
                        Refusal.gone(
                                "session.silent",
                                "no sign of life since " + session.lastSign() + "; a heartbeat is due every "
                                        + config.heartbeat().toSeconds() + " s"));
            }
        }
    }

    private Map<UUID, Instant> newSigns() {
        Map<UUID, Instant> signs = new HashMap<>();
        for (NodeSession session : sessions.all()) {
            if (!session.lastSign().isBefore(written)) {
                signs.put(session.nodeId(), session.lastSign());
            }
        }
        return signs;
    }
}
