package dev.ibportal.portal.request;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.security.Actor;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What becomes of requests without anybody: their holds expire, and what was provided is ready one day. */
@ApplicationScoped
class RequestTurnsSql {
    private static final Actor ACTOR = Actor.system("requests");
    private static final int MOST = 100;

    private final AuditLog audit;

    RequestTurnsSql(AuditLog audit) {
        this.audit = audit;
    }

    private record Turned(UUID id, UUID tenant, String title) {}

    /** Undecided for too long: what was held is free again. */
    void expire(Connection connection, Instant now) throws SQLException {
        turn(connection, "expired", """
                SELECT id FROM request WHERE state = 'submitted' AND held_until < ?::timestamptz
                ORDER BY held_until LIMIT ? FOR UPDATE SKIP LOCKED""", now);
    }

    /** Every member is in its port's table, and its interface was read back as it should be. */
    void ready(Connection connection) throws SQLException {
        turn(connection, "ready", """
                SELECT r.id FROM request r WHERE r.state = 'provisioning' AND r.partition_id IS NOT NULL
                  AND NOT EXISTS (
                    SELECT FROM membership_status ms JOIN interface i ON i.membership_id = ms.membership_id
                      JOIN interface_status si ON si.interface_id = i.id
                    WHERE ms.partition_id = r.partition_id AND ms.state <> 'absent'
                      AND (ms.state <> 'effective' OR si.state <> 'in_sync'))
                ORDER BY r.since LIMIT ? FOR UPDATE SKIP LOCKED""");
    }

    private void turn(Connection connection, String to, String due, Object... of) throws SQLException {
        List<Object> parameters = new ArrayList<>(List.of(to));
        parameters.addAll(List.of(of));
        parameters.add(MOST);
        List<Turned> turned = Sql.of(
                        "UPDATE request SET state = ?, version = version + 1 WHERE id IN (" + due
                                + ") RETURNING id, tenant_id, title",
                        parameters.toArray())
                .list(
                        connection,
                        row -> new Turned(Rows.id(row, "id"), Rows.id(row, "tenant_id"), row.getString("title")));
        audit.recordAll(
                connection,
                turned.stream()
                        .map(each -> AuditEntry.success("request." + to, "request", each.id, each.title)
                                .tenant(each.tenant)
                                .after(Map.of("state", to))
                                .by(ACTOR))
                        .toList());
    }
}
