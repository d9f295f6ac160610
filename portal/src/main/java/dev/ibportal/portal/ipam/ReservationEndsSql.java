package dev.ibportal.portal.ipam;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.jobs.Cleaning;
import dev.ibportal.portal.platform.security.Actor;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Gives back what was reserved up to a day and was made use of by no interface. */
@Singleton
class ReservationEndsSql implements Cleaning {
    private static final Actor ACTOR = Actor.system("reservations");

    private final AuditLog audit;

    ReservationEndsSql(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    public String what() {
        return "reservations whose time is over";
    }

    private record Due(UUID id, UUID tenant, UUID partition, UUID pool, String ip, String note, Instant until) {}

    @Override
    public int clean(Connection connection, Instant now, int most) throws SQLException {
        List<UUID> pools = Sql.of("""
                        SELECT DISTINCT pool_id FROM (
                          SELECT pool_id FROM address
                          WHERE interface_id IS NULL AND reserved_until <= ? AND removed_at IS NULL
                          ORDER BY reserved_until LIMIT ?) due""", now, most).list(connection, row -> Rows.id(row, "pool_id"));
        // The pools before their addresses, in the one order for all.
        Sql.of("SELECT 1 FROM pool WHERE id = ANY (?::uuid[]) ORDER BY partition_id, prefix FOR NO KEY UPDATE", pools)
                .list(connection, row -> true);
        List<Due> due = Sql.of("""
                        UPDATE address SET removed_at = now(), version = version + 1
                        WHERE pool_id = ANY (?::uuid[]) AND interface_id IS NULL AND reserved_until <= ?
                          AND removed_at IS NULL
                        RETURNING id, tenant_id, partition_id, pool_id, host(ip) AS ip, note, reserved_until""", pools, now)
                .list(
                        connection,
                        row -> new Due(
                                Rows.id(row, "id"),
                                Rows.id(row, "tenant_id"),
                                Rows.id(row, "partition_id"),
                                Rows.id(row, "pool_id"),
                                row.getString("ip"),
                                row.getString("note"),
                                Rows.instant(row, "reserved_until")));
        audit.recordAll(connection, due.stream().map(ReservationEndsSql::event).toList());
        return due.size();
    }

    private static AuditEntry event(Due due) {
        return AuditEntry.success("address.expire", "address", due.id, due.ip)
                .tenant(due.tenant)
                .partOf("partition", due.partition)
                .partOf("pool", due.pool)
                .before(Map.of("note", due.note, "until", due.until.toString()))
                .by(ACTOR);
    }
}
