package dev.ibportal.portal.node;

import dev.ibportal.portal.node.NodeDetail.FabricSays;
import dev.ibportal.portal.node.NodeDetail.NodeSays;
import dev.ibportal.portal.node.NodeDetail.PortView;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.Guid;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of ports, with what node and fabric say of them. */
@ApplicationScoped
class PortSql {
    private static final String PORTS = """
            SELECT p.id, p.guid, p.registered_by, p.confirmed, f.id AS fabric_id, f.name AS fabric_name,
              CASE WHEN s.seen_at IS NOT NULL AND current_user = 'ibportal_app'
                -- a daemon tells of each change, so what it said last holds as long as it is heard
                THEN seen_of_shared(coalesce(h.last_seen_at, s.seen_at), 'minute') ELSE s.seen_at END AS node_seen_at, s.present, s.hca, s.port_num, s.state, s.phys_state, s.link_layer, s.rate, s.lid,
              s.sm_lid, s.netdev, s.reason,
              seen_of_shared(v.seen_at, 'hour') AS fabric_seen_at, v.capacity, v.detail%s
            FROM port p JOIN fabric f ON f.id = p.fabric_id JOIN node_status h ON h.node_id = p.node_id
              LEFT JOIN port_status s ON s.port_id = p.id
              LEFT JOIN port_fabric_view v ON v.port_id = p.id
            WHERE p.node_id = ? ORDER BY p.guid""";

    /** @param withTables whether to read the PKey tables too, which tenants' connections may not */
    List<PortView> ofNode(Connection connection, UUID node, boolean withTables) throws SQLException {
        String tables = withTables ? ", s.pkeys AS node_pkeys, v.pkeys AS fabric_pkeys" : "";
        return Sql.of(PORTS.formatted(tables), node).list(connection, row -> view(row, withTables));
    }

    void insert(Connection connection, UUID id, UUID node, UUID fabric, Guid guid, String by, boolean confirmed)
            throws SQLException {
        Sql.of(
                        "INSERT INTO port (id, node_id, fabric_id, guid, registered_by, confirmed) VALUES (?, ?, ?, ?, ?, ?)",
                        id,
                        node,
                        fabric,
                        guid,
                        by,
                        confirmed)
                .update(connection);
    }

    /** What a person says counts for more than what a daemon has named: the GUID is free for the node that is meant. */
    void forgetUnconfirmed(Connection connection, Guid guid) throws SQLException {
        Sql.of("DELETE FROM port WHERE guid = ? AND NOT confirmed", guid).update(connection);
    }

    int count(Connection connection, UUID node) throws SQLException {
        return Sql.of("SELECT count(*)::integer AS n FROM port WHERE node_id = ?", node)
                .single(connection, row -> row.getInt("n"));
    }

    List<String> unconfirmed(Connection connection, UUID node) throws SQLException {
        return Sql.of("SELECT guid FROM port WHERE node_id = ? AND NOT confirmed ORDER BY guid", node)
                .list(connection, row -> row.getString("guid"));
    }

    record Owner(String node, Ref fabric) {}

    /** Which node has that GUID, and on which fabric. */
    Optional<Owner> owner(Connection connection, Guid guid) throws SQLException {
        return Sql.of("""
                        SELECT n.name AS node, f.id, f.name FROM port p JOIN node n ON n.id = p.node_id
                          JOIN fabric f ON f.id = p.fabric_id WHERE p.guid = ?""", guid)
                .first(
                        connection,
                        row -> new Owner(row.getString("node"), new Ref(Rows.id(row, "id"), row.getString("name"))));
    }

    record Owned(String guid, UUID node, String nodeName) {}

    List<Owned> owners(Connection connection, List<Guid> guids) throws SQLException {
        return Sql.of(
                        "SELECT p.guid, n.id, n.name FROM port p JOIN node n ON n.id = p.node_id WHERE p.guid = ANY (?)",
                        guids)
                .list(connection, row -> new Owned(row.getString("guid"), Rows.id(row, "id"), row.getString("name")));
    }

    /** The fabrics a port of this node can be on: where its other ports are, whose manager it runs, else all there are. */
    List<UUID> likelyFabrics(Connection connection, UUID node) throws SQLException {
        List<UUID> known = Sql.of("""
                        SELECT fabric_id AS id FROM port WHERE node_id = ?
                        UNION SELECT fabric_id FROM fabric_sm_host WHERE node_id = ?""", node, node).list(connection, row -> Rows.id(row, "id"));
        return known.isEmpty()
                ? Sql.of("SELECT id FROM fabric LIMIT 2").list(connection, row -> Rows.id(row, "id"))
                : known;
    }

    private static PortView view(ResultSet row, boolean withTables) throws SQLException {
        return new PortView(
                Rows.id(row, "id"),
                row.getString("guid"),
                new Ref(Rows.id(row, "fabric_id"), row.getString("fabric_name")),
                row.getString("registered_by"),
                row.getBoolean("confirmed"),
                nodeSays(row, withTables),
                fabricSays(row, withTables));
    }

    private static @Nullable NodeSays nodeSays(ResultSet row, boolean withTables) throws SQLException {
        Instant seenAt = Rows.instantOrNull(row, "node_seen_at");
        if (seenAt == null) {
            return null;
        }
        return new NodeSays(
                seenAt,
                row.getBoolean("present"),
                row.getString("hca"),
                Rows.intOrNull(row, "port_num"),
                row.getString("state"),
                row.getString("phys_state"),
                row.getString("link_layer"),
                row.getString("rate"),
                Rows.intOrNull(row, "lid"),
                Rows.intOrNull(row, "sm_lid"),
                row.getString("netdev"),
                row.getString("reason"),
                withTables ? table(row, "node_pkeys") : null);
    }

    private static @Nullable FabricSays fabricSays(ResultSet row, boolean withTables) throws SQLException {
        Instant seenAt = Rows.instantOrNull(row, "fabric_seen_at");
        if (seenAt == null) {
            return null;
        }
        return new FabricSays(
                seenAt,
                Rows.intOrNull(row, "capacity"),
                row.getString("detail"),
                withTables ? table(row, "fabric_pkeys") : null);
    }

    /** The used entries as they stand in the table, membership bit and all. */
    private static @Nullable List<String> table(ResultSet row, String column) throws SQLException {
        List<Integer> entries = Rows.integers(row, column);
        return entries == null
                ? null
                : entries.stream().filter(e -> e != 0).map("0x%04x"::formatted).toList();
    }
}
