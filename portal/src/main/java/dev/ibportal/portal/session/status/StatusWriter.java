package dev.ibportal.portal.session.status;

import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SpecRefusal;
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
import java.util.List;
import java.util.Map;
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

    /** Reports that are not written yet. */
    private static final class Waiting {
        private final Map<UUID, StatusRow> rows = new LinkedHashMap<>();
        private final Map<UUID, Long> generations = new HashMap<>();
        private final Map<Long, UUID> provenAbsent = new HashMap<>();

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
                waiting.rows.merge(row.interfaceId(), row, StatusWriter::newer);
                row.provenAbsent().forEach(ledger -> waiting.provenAbsent.put(ledger, node));
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
                    news.addAll(sql.write(batch));
                    ports.write(batch);
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
        waiting.provenAbsent.putAll(failed.provenAbsent);
    }

    void stop(@Observes ShutdownEvent event) {
        worker.stop();
    }
}
