package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Page;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What pages about nodes show beside the node itself. */
@ApplicationScoped
class NodePagesSql {
    private final Scope scope;
    private final FabricDb db;

    NodePagesSql(Scope scope, FabricDb db) {
        this.scope = scope;
        this.db = db;
    }

    private record Count(UUID node, int all, int inSync) {}

    Page<NodeLine> withInterfaces(Page<NodeView> nodes) {
        List<UUID> ids = nodes.items().stream().map(NodeView::id).toList();
        Map<UUID, Count> counts = ids.isEmpty() ? Map.of() : counts(ids);
        return nodes.map(node -> {
            Count count = counts.getOrDefault(node.id(), new Count(node.id(), 0, 0));
            return new NodeLine(node, count.all(), count.inSync());
        });
    }

    private Map<UUID, Count> counts(List<UUID> nodes) {
        return scope
                .read(connection -> Sql.of("""
                                SELECT node_id, count(*) AS wanted, count(*) FILTER (WHERE state = 'in_sync') AS in_sync
                                FROM interface_status WHERE node_id = ANY (?) AND state <> 'absent' GROUP BY node_id""", nodes)
                        .list(
                                connection,
                                row -> new Count(Rows.id(row, "node_id"), row.getInt("wanted"), row.getInt("in_sync"))))
                .stream()
                .collect(Collectors.toMap(Count::node, Function.identity()));
    }

    record Inventory(Instant observedAt, String report) {}

    /** The last inventory; other tenants' interfaces are in it, so it is read for operators alone. */
    Optional<Inventory> inventory(UUID node, boolean mayRead) {
        if (!mayRead) {
            return Optional.empty();
        }
        return db.read(connection -> Sql.of("SELECT observed_at, report FROM node_inventory WHERE node_id = ?", node)
                .first(connection, row -> new Inventory(Rows.instant(row, "observed_at"), row.getString("report"))));
    }
}
