package dev.ibportal.portal.posture;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.posture.core.Divergence.PortState;
import dev.ibportal.portal.posture.core.Divergence.Wish;
import dev.ibportal.portal.posture.core.PortTrouble;
import dev.ibportal.portal.posture.core.PostureFacts;
import dev.ibportal.types.PKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What the database knows of how a fabric is guarded, and of its ports' tables. */
@Singleton
class PostureSql {
    private final FabricDb db;

    PostureSql(FabricDb db) {
        this.db = db;
    }

    List<PostureFacts.Key> keys(UUID fabric) {
        return db.read(connection -> Sql.of(
                        "SELECT name, state, seen_at FROM fabric_sm_key WHERE fabric_id = ?", fabric)
                .list(
                        connection,
                        row -> new PostureFacts.Key(
                                row.getString("name"), row.getString("state"), Rows.instant(row, "seen_at"))));
    }

    List<PostureFacts.Port> ports(UUID fabric) {
        return db.read(connection -> Sql.of("""
                        SELECT o.guid, n.name, 'subnet-manager' = ANY (n.roles) AS manager, v.seen_at, v.pkeys
                        FROM port o JOIN node n ON n.id = o.node_id LEFT JOIN port_fabric_view v ON v.port_id = o.id
                        WHERE o.fabric_id = ? AND o.replaced_at IS NULL AND n.retired_at IS NULL
                        ORDER BY n.name_key, o.guid""", fabric)
                .list(
                        connection,
                        row -> new PostureFacts.Port(
                                row.getString("guid"),
                                row.getString("name"),
                                row.getBoolean("manager"),
                                Rows.instantOrNull(row, "seen_at"),
                                Rows.integers(row, "pkeys"))));
    }

    /** Ports that are registered on other fabrics, with the fabrics' names. */
    Map<String, String> registeredElsewhere(UUID fabric) {
        return db.read(connection -> {
            Map<String, String> found = new HashMap<>();
            Sql.of("SELECT o.guid, f.name FROM port o JOIN fabric f ON f.id = o.fabric_id WHERE f.id <> ?", fabric)
                    .list(connection, row -> Map.entry(row.getString("guid"), row.getString("name")))
                    .forEach(each -> found.put(each.getKey(), each.getValue()));
            return found;
        });
    }

    /** Ports of a fabric with what is wanted of each. */
    List<PortState> states(UUID fabric) {
        return db.read(connection -> {
            Map<String, List<Wish>> wishes = wishes(connection, fabric);
            return Sql.of("""
                            SELECT o.guid, n.id AS node_id, n.name, v.seen_at, v.pkeys, v.detail,
                              coalesce(s.state, 'unknown') AS state, coalesce(s.phys_state, 'unknown') AS phys_state,
                              coalesce(s.lid, 0) AS lid
                            FROM port o JOIN node n ON n.id = o.node_id
                              LEFT JOIN port_fabric_view v ON v.port_id = o.id LEFT JOIN port_status s ON s.port_id = o.id
                            WHERE o.fabric_id = ? AND o.replaced_at IS NULL ORDER BY n.name_key, o.guid""", fabric)
                    .list(connection, row -> state(row, wishes.getOrDefault(row.getString("guid"), List.of())));
        });
    }

    private static PortState state(ResultSet row, List<Wish> wishes) throws SQLException {
        String detail = row.getString("detail");
        return new PortState(
                row.getString("guid"),
                row.getString("name"),
                Rows.id(row, "node_id"),
                Rows.instantOrNull(row, "seen_at"),
                Rows.integers(row, "pkeys"),
                detail == null ? "" : detail,
                PortTrouble.of(row.getString("state"), row.getString("phys_state"), row.getInt("lid")),
                wishes);
    }

    private static Map<String, List<Wish>> wishes(Connection connection, UUID fabric) throws SQLException {
        Map<String, List<Wish>> wishes = new HashMap<>();
        Sql.of("""
                        SELECT o.guid, p.id, p.name, p.pkey, m.membership,
                          m.removed_at IS NOT NULL OR s.state IN ('leaving', 'absent') AS leaving
                        FROM membership m JOIN membership_status s ON s.membership_id = m.id
                          JOIN port o ON o.id = m.port_id JOIN partition p ON p.id = m.partition_id
                        WHERE m.fabric_id = ? AND (m.removed_at IS NULL OR s.state <> 'absent')""", fabric)
                .list(
                        connection,
                        row -> wishes.computeIfAbsent(row.getString("guid"), guid -> new ArrayList<>())
                                .add(new Wish(
                                        new PKey(row.getInt("pkey")),
                                        Rows.id(row, "id"),
                                        row.getString("name"),
                                        row.getString("membership"),
                                        row.getBoolean("leaving"))));
        return wishes;
    }
}
