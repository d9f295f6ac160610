package dev.ibportal.portal.session.journal;

import dev.ibportal.agent.v1.JournalEntry;
import dev.ibportal.agent.v1.NodeJournal;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jboss.logging.Logger;

/** Keeps what daemons tell of their root actions. */
@Singleton
class JournalKeeper implements SessionEvents {
    private static final Logger LOG = Logger.getLogger(JournalKeeper.class);

    /** How far a host's clock may be ahead. Numbers begin with the microsecond of the daemon's first entry. */
    private static final Duration AHEAD = Duration.ofDays(1);

    private final JournalSql sql;
    private final Clock clock;

    JournalKeeper(JournalSql sql, Clock clock) {
        this.sql = sql;
        this.clock = clock;
    }

    @Override
    public void journal(NodeSession session, NodeJournal journal) {
        Instant latest = clock.instant().plus(AHEAD);
        List<JournalEntry> possible = journal.getEntriesList().stream()
                .filter(entry -> isPossible(entry, latest))
                .toList();
        if (possible.size() < journal.getEntriesCount()) {
            LOG.warnf("%s tells of actions of another time; they are left out", session);
        }
        if (!possible.isEmpty()) {
            sql.keep(session.nodeId(), possible);
        }
    }

    /** What claims to be of the future would hide all that really comes later. */
    private static boolean isPossible(JournalEntry entry, Instant latest) {
        return entry.getNumber() >= 0
                && entry.getNumber() <= ChronoUnit.MICROS.between(Instant.EPOCH, latest)
                && entry.getAt().getSeconds() >= 0
                && entry.getAt().getSeconds() <= latest.getEpochSecond();
    }
}
