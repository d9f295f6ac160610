package dev.ibportal.portal.session.status;

import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.jobs.Worker;
import dev.ibportal.portal.session.core.StatusRow;
import dev.ibportal.portal.session.core.Words;
import dev.ibportal.portal.session.live.LivePages;
import dev.ibportal.portal.session.live.LivePages.Member;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Puts reports of all nodes into few statements. The first report after a pause is written at once; while reports keep
 * coming, there are at most {@value #PER_SECOND} writes a second, and of each interface only the newest report is written.
 */
@Singleton
class StatusWriter implements SessionEvents {
    private static final Logger LOG = Logger.getLogger(StatusWriter.class);
    private static final int PER_SECOND = 10;
    private static final long PAUSE_NANOS = 1_000_000_000L / PER_SECOND;
    private static final int BATCH = 1000;
    /** Data and constraint violations: another try ends the same. */
    private static final String CONTENT = "2[23].*";

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final StatusSql sql;
    private final PortStatusSql ports;
    private final LivePages pages;
    private final Worker worker = new Worker("node-statuses", PATIENCE, this::round);
    private Waiting waiting = new Waiting();
    private long lastWrite = System.nanoTime() - PAUSE_NANOS;

    StatusWriter(StatusSql sql, PortStatusSql ports, LivePages pages) {
        this.sql = sql;
        this.ports = ports;
        this.pages = pages;
        worker.start();
    }

    /** One node's word about an interface, whosever that is: no other node's takes its place. */
    private record Said(UUID node, UUID interfaceId) {}

    /** One node's word that what a row of the ledger waits for is gone. */
    record Proof(UUID node, long ledger) {}

    /** Reports that are not written yet. */
    private static final class Waiting {
        private final Map<Said, StatusRow> rows = new LinkedHashMap<>();
        private final Map<UUID, Long> generations = new HashMap<>();
        private final Set<Proof> provenAbsent = new LinkedHashSet<>();

        boolean isEmpty() {
            return rows.isEmpty() && generations.isEmpty();
        }
    }

    @Override
    public void status(NodeSession session, NodeStatus status, Instant at) {
        UUID node = session.nodeId();
        List<StatusRow> rows = new ArrayList<>();
        for (InterfaceStatus each : status.getInterfacesList()) {
            rows.add(StatusRow.of(node, status.getObservedGeneration(), each, at));
        }
        synchronized (this) {
            for (StatusRow row : rows) {
                waiting.rows.merge(new Said(node, row.interfaceId()), row, StatusWriter::newer);
                row.provenAbsent().forEach(ledger -> waiting.provenAbsent.add(new Proof(node, ledger)));
            }
            waiting.generations.merge(node, status.getObservedGeneration(), Math::max);
        }
        worker.wake();
    }

    private static StatusRow newer(StatusRow old, StatusRow fresh) {
        return fresh.generation() < old.generation() ? old : fresh;
    }

    @Override
    public void refused(NodeSession session, SpecRefusal refusal, Instant at) {
        String word = Words.of(refusal.getReason(), "SPEC_REFUSAL_REASON_", '-');
        LOG.warnf("%s refused spec %d (%s): %s", session, refusal.getGeneration(), word, refusal.getDetail());
        sql.refused(session.nodeId(), refusal.getGeneration(), "spec." + word, refusal.getDetail(), at);
    }

    private void round() {
        for (Waiting next = take(); !next.isEmpty(); next = take()) {
            try {
                List<Member> news = new ArrayList<>();
                for (List<StatusRow> batch : batches(next)) {
                    news.addAll(write(batch));
                }
                sql.finish(next.generations, next.provenAbsent);
                pages.members(news);
                LOG.debugf("%d statuses of %d nodes written", next.rows.size(), next.generations.size());
            } catch (RuntimeException e) {
                putBack(next);
                throw e;
            }
        }
    }

    /**
     * What cannot be stored for what it says is left out, and its node is named: it would else keep back, again and again,
     * what all others say.
     */
    private List<Member> write(List<StatusRow> rows) {
        try {
            List<Member> news = sql.write(rows);
            ports.write(rows);
            return news;
        } catch (SqlFailure e) {
            if (SqlError.in(e).filter(error -> error.state().matches(CONTENT)).isEmpty()) {
                throw e;
            }
            if (rows.size() == 1) {
                LOG.errorf(
                        e,
                        "a status of node %s cannot be stored and is left out",
                        rows.get(0).nodeId());
                return List.of();
            }
            List<Member> news = new ArrayList<>(write(rows.subList(0, rows.size() / 2)));
            news.addAll(write(rows.subList(rows.size() / 2, rows.size())));
            return news;
        }
    }

    private static List<List<StatusRow>> batches(Waiting next) {
        List<StatusRow> all = List.copyOf(next.rows.values());
        List<List<StatusRow>> batches = new ArrayList<>();
        for (int from = 0; from < all.size(); from += BATCH) {
            batches.add(all.subList(from, Math.min(from + BATCH, all.size())));
        }
        return batches;
    }

    /** Waits first, if the last write was only just now. */
    private Waiting take() {
        pause(lastWrite + PAUSE_NANOS - System.nanoTime());
        synchronized (this) {
            Waiting taken = waiting;
            waiting = new Waiting();
            if (!taken.isEmpty()) {
                lastWrite = System.nanoTime();
            }
            return taken;
        }
    }

    private static void pause(long nanos) {
        if (nanos > 0) {
            try {
                Thread.sleep(Duration.ofNanos(nanos).toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void putBack(Waiting failed) {
        failed.rows.forEach((id, row) -> waiting.rows.merge(id, row, (fresh, old) -> newer(old, fresh)));
        failed.generations.forEach((node, generation) -> waiting.generations.merge(node, generation, Math::max));
        waiting.provenAbsent.addAll(failed.provenAbsent);
    }

    void stop(@Observes ShutdownEvent event) {
        worker.stop();
    }
}
