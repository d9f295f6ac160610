package dev.ibportal.portal.tenant;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What pages about tenants show beside the tenant; asked only for tenants that the reader knows. */
@ApplicationScoped
class TenantPagesSql {
    /** As many as a form shows at once; it has room for 1,000. */
    static final int MOST_CHOICES = 200;

    private static final String FROM =
            "FROM node n JOIN node_status s ON s.node_id = n.id WHERE n.retired_at IS NULL AND ";
    private static final String GRANTABLE = """
            'node' = ANY (n.roles)
              AND NOT EXISTS (SELECT FROM node_grant g WHERE g.node_id = n.id AND g.tenant_id = ?)
              AND position(? IN n.name_key) > 0""";

    private final FabricDb db;

    TenantPagesSql(FabricDb db) {
        this.db = db;
    }

    /** A tenant in the list. Public for the templates. */
    public record TenantLine(TenantView tenant, int nodes, int partitions) {}

    private record Count(UUID tenant, int nodes, int partitions) {}

    Page<TenantLine> withCounts(Page<TenantView> tenants) {
        List<UUID> ids = tenants.items().stream().map(TenantView::id).toList();
        Map<UUID, Count> counts = ids.isEmpty() ? Map.of() : counts(ids);
        return tenants.map(tenant -> {
            Count count = counts.getOrDefault(tenant.id(), new Count(tenant.id(), 0, 0));
            return new TenantLine(tenant, count.nodes(), count.partitions());
        });
    }

    private Map<UUID, Count> counts(List<UUID> tenants) {
        return db
                .read(connection -> Sql.of("""
                                SELECT t.id,
                                  (SELECT count(*) FROM node_grant g WHERE g.tenant_id = t.id) AS nodes,
                                  (SELECT count(*) FROM partition_status p
                                   WHERE p.tenant_id = t.id AND p.state <> 'released') AS partitions
                                FROM tenant t WHERE t.id = ANY (?)""", tenants)
                        .list(
                                connection,
                                row -> new Count(Rows.id(row, "id"), row.getInt("nodes"), row.getInt("partitions"))))
                .stream()
                .collect(Collectors.toMap(Count::tenant, Function.identity()));
    }

    public record NodeLine(UUID id, String name, String state) {}

    List<NodeLine> granted(UUID tenant) {
        return nodes("EXISTS (SELECT FROM node_grant g WHERE g.node_id = n.id AND g.tenant_id = ?)", 1000, tenant);
    }

    /** @param search part of the names */
    List<NodeLine> grantable(UUID tenant, String search) {
        return nodes(GRANTABLE, MOST_CHOICES, tenant, key(search));
    }

    int countGrantable(UUID tenant, String search) {
        return db.read(connection -> Sql.of("SELECT count(*) AS nodes " + FROM + GRANTABLE, tenant, key(search))
                .single(connection, row -> row.getInt("nodes")));
    }

    /** All that match, whether a form can show them or not. */
    List<UUID> allGrantable(UUID tenant, String search) {
        return db.read(connection -> Sql.of("SELECT n.id " + FROM + GRANTABLE, tenant, key(search))
                .list(connection, row -> Rows.id(row, "id")));
    }

    private static String key(String search) {
        return search.isBlank() ? "" : new DisplayName(search).key();
    }

    private List<NodeLine> nodes(String condition, int most, Object... values) {
        String text = "SELECT n.id, n.name, s.state " + FROM + condition + " ORDER BY n.name_key LIMIT " + most;
        return db.read(connection -> Sql.of(text, values).list(connection, TenantPagesSql::node));
    }

    private static NodeLine node(ResultSet row) throws SQLException {
        return new NodeLine(Rows.id(row, "id"), row.getString("name"), row.getString("state"));
    }

    public record PartitionLine(UUID id, String name, String pkey, String fabric, String state) {}

    List<PartitionLine> partitions(UUID tenant) {
        return db.read(connection -> Sql.of("""
                        SELECT p.id, p.name, p.pkey, f.name AS fabric, s.state
                        FROM partition p JOIN partition_status s ON s.partition_id = p.id JOIN fabric f ON f.id = p.fabric_id
                        WHERE p.tenant_id = ? AND s.state <> 'released' ORDER BY p.name_key, p.id LIMIT 100""", tenant)
                .list(
                        connection,
                        row -> new PartitionLine(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                new PKey(row.getInt("pkey")).toString(),
                                row.getString("fabric"),
                                row.getString("state"))));
    }
}
