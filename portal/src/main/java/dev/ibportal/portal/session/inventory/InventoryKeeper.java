package dev.ibportal.portal.session.inventory;

import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.portal.session.live.LivePages;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.live.SessionEvents;
import dev.ibportal.portal.session.transport.Refusal;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Collects the parts of reports; only a whole one is stored. */
@Singleton
class InventoryKeeper implements SessionEvents {
    private static final int MAX_BYTES = 64 << 20;

    private final InventorySql sql;
    private final LivePages pages;
    private final ConcurrentMap<NodeSession, List<InventoryReport>> unfinished = new ConcurrentHashMap<>();

    InventoryKeeper(InventorySql sql, LivePages pages) {
        this.sql = sql;
        this.pages = pages;
    }

    @Override
    public void inventory(NodeSession session, InventoryReport report, Instant at) {
        List<InventoryReport> parts = unfinished.computeIfAbsent(session, of -> new ArrayList<>());
        if (!parts.isEmpty() && parts.get(0).getSequence() != report.getSequence()) {
            parts.clear();
        }
        parts.add(report);
        requireSmall(parts);
        if (report.getLast()) {
            unfinished.remove(session);
            pages.inventory(session.nodeId(), sql.store(session.nodeId(), WholeReport.of(parts, at)));
        }
    }

    private static void requireSmall(List<InventoryReport> parts) {
        long bytes =
                parts.stream().mapToLong(InventoryReport::getSerializedSize).sum();
        if (bytes > MAX_BYTES) {
            throw Refusal.invalid(
                    "inventory.too-large",
                    "an inventory of more than " + MAX_BYTES + " bytes in " + parts.size() + " parts is not stored");
        }
    }

    @Override
    public void disconnected(NodeSession session) {
        unfinished.remove(session);
    }
}
