package dev.ibportal.portal.session.live;

import dev.ibportal.portal.platform.db.FabricDb;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Last signs of life, and what silence means for a node and its interfaces. */
@Singleton
class SilenceSql {
    private final FabricDb db;

    SilenceSql(FabricDb db) {
        this.db = db;
    }

    /** @return nodes that became unreachable */
    Set<UUID> sweep(Map<UUID, Instant> signs, Instant limit, Instant now, boolean mark) {
        if (signs.isEmpty() && !mark) {
            return Set.of();
        }
        return db.write(connection -> {
            if (!signs.isEmpty()) {
                write(connection, signs);
            }
            return mark ? mark(connection, limit, now) : Set.of();
        });
    }

    private static void write(Connection connection, Map<UUID, Instant> signs) throws SQLException {
        List<Map.Entry<UUID, Instant>> rows = List.copyOf(signs.entrySet());
        try (PreparedStatement s = connection.prepareStatement("""
                UPDATE node_status s SET last_seen_at = greatest(s.last_seen_at, u.at)
                FROM unnest(?::uuid[], ?::timestamptz[]) u (node_id, at) WHERE s.node_id = u.node_id""")) {
            s.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", rows.stream().map(Map.Entry::getKey).toArray()));
            s.setArray(
                    2,
                    connection.createArrayOf(
                            "timestamptz",
                            rows.stream().map(row -> row.getValue().toString()).toArray()));
            s.executeUpdate();
        }
    }

    /** What was seen last stays; only that it is not known any more is new. */
    private static Set<UUID> mark(Connection connection, Instant limit, Instant now) throws SQLException {
        Set<UUID> lost = new HashSet<>();
        try (PreparedStatement s = connection.prepareStatement("""
                WITH lost AS (
                  UPDATE node_status SET state = 'unreachable', since = ?,
                    reason = 'no sign of life since ' || to_char(last_seen_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
                  WHERE state = 'online' AND last_seen_at < ? RETURNING node_id, reason),
                shown AS (
                  UPDATE interface_status i SET state = 'unreachable', since = ?, cause = 'node.unreachable',
                    reason = 'not known: the node gave ' || lost.reason
                  FROM lost WHERE i.node_id = lost.node_id AND i.state NOT IN ('leaving', 'absent')
                    AND i.sent_generation IS NOT NULL)
                SELECT node_id FROM lost""")) {
            s.setObject(1, SessionSql.utc(now));
            s.setObject(2, SessionSql.utc(limit));
            s.setObject(3, SessionSql.utc(now));
            try (ResultSet r = s.executeQuery()) {
                while (r.next()) {
                    lost.add(r.getObject(1, UUID.class));
                }
            }
        }
        return lost;
    }
}
