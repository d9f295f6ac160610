package dev.ibportal.portal.reconcile;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.reconcile.ReadBackSql.News;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import dev.ibportal.portal.session.live.LivePages.Member;
import dev.ibportal.types.Guid;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/** How the subnet managers of fabrics are. */
@Singleton
class FabricStateSql {
    private final FabricDb db;
    private final PartitionLifeSql life;

    FabricStateSql(FabricDb db, PartitionLifeSql life) {
        this.db = db;
        this.life = life;
    }

    List<UUID> all() {
        return db.read(connection -> Sql.of("SELECT id FROM fabric").list(connection, row -> Rows.id(row, "id")));
    }

    /** Wakes the fabric that this node looks after. */
    void wakeOf(UUID node) {
        db.run(connection -> Sql.of("SELECT wake_fabric(fabric_id) FROM fabric_sm_host WHERE node_id = ?", node)
                .exists(connection));
    }

    /**
     * Of these ports those that were not read since then, the longest unread first.
     *
     * @param most how many at most
     */
    List<Guid> longestUnread(UUID fabric, Collection<Guid> ports, Instant since, int most) {
        if (ports.isEmpty()) {
            return List.of();
        }
        return db.read(connection -> Sql.of("""
                        SELECT o.guid FROM unnest(?::text[]) u (guid) JOIN port o ON o.guid = u.guid AND o.fabric_id = ?
                          LEFT JOIN port_fabric_view v ON v.port_id = o.id
                        WHERE v.seen_at IS NULL OR v.seen_at < ?
                        ORDER BY v.seen_at NULLS FIRST, o.guid LIMIT ?""", List.copyOf(ports), fabric, since, most)
                .list(connection, row -> Guid.parse(row.getString("guid"))));
    }

    /** Nothing is known any more; what was seen last stays as it is, with its age. */
    News silent(UUID fabric, String why) {
        return db.write(connection -> {
            Sql.of("SELECT 1 FROM fabric_status WHERE fabric_id = ? FOR UPDATE", fabric)
                    .exists(connection);
            boolean state = write(connection, fabric, "unknown", why);
            List<Member> members = waitFor(connection, fabric, why);
            return new News(members, life.advance(connection, fabric), state);
        });
    }

    /** Nothing is known of the subnet manager on this host. */
    void hostSilent(SmTarget host, String why) {
        db.run(connection -> Sql.of("""
                        UPDATE fabric_sm_host SET state = 'unknown', mastery = 'unknown', reason = ?
                        WHERE node_id = ? AND fabric_id = ? AND (state, mastery, reason) IS DISTINCT FROM ('unknown', 'unknown', ?)""", why, host.node(), host.fabric(), why).update(connection));
    }

    /** @return whether it was another state before */
    static boolean write(Connection connection, UUID fabric, String state, String reason) throws SQLException {
        return Sql.of("""
                        UPDATE fabric_status SET since = CASE WHEN sm_state = ? THEN since ELSE now() END, sm_state = ?,
                          reason = ? WHERE fabric_id = ? AND (sm_state, reason) IS DISTINCT FROM (?, ?)""", state, state, reason, fabric, state, reason).update(connection) > 0;
    }

    /** Says of members that are not effective what they wait for. */
    static List<Member> waitFor(Connection connection, UUID fabric, String reason) throws SQLException {
        return Sql.of("""
                        UPDATE membership_status s SET reason = ? FROM membership m
                        WHERE m.id = s.membership_id AND m.fabric_id = ? AND s.state IN ('pending', 'programmed')
                          AND s.reason <> ? RETURNING m.partition_id, m.node_id, m.tenant_id""", reason, fabric, reason).list(connection, Member::read);
    }
}
