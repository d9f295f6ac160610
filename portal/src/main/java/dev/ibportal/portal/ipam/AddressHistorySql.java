package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.IpAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Living addresses and those that were given back, side by side. */
@ApplicationScoped
class AddressHistorySql {
    private static final int MOST = 200;

    List<AddressHolding> find(Connection connection, IpAddress ip, @Nullable Instant at) throws SQLException {
        return Sql.of("""
                        SELECT h.id, host(h.ip) AS ip, h.tenant_id, x.name AS tenant_name, h.partition_id,
                          t.name AS partition_name, h.pool_id, h.node_name, h.note, h.given_at, h.freed_at,
                          coalesce((SELECT e.actor_name FROM audit_event e
                            WHERE e.object_kind = 'address' AND e.object_id = h.id::text AND e.action = 'address.allocate'
                              AND e.outcome = 'success' ORDER BY e.at LIMIT 1), '') AS actor
                        FROM (
                          SELECT p.id, p.ip, p.tenant_id, p.partition_id, p.pool_id, p.node_name, p.note, p.given_at, p.freed_at
                          FROM address_past p WHERE p.ip = ?::inet
                          UNION ALL
                          SELECT a.id, a.ip, a.tenant_id, a.partition_id, a.pool_id, coalesce(n.name, ''), a.note,
                            a.created_at, NULL
                          FROM address a LEFT JOIN node n ON n.id = a.node_id WHERE a.ip = ?::inet) h
                          JOIN tenant x ON x.id = h.tenant_id JOIN partition t ON t.id = h.partition_id
                        WHERE ?::timestamptz IS NULL
                          OR (h.given_at <= ?::timestamptz AND (h.freed_at IS NULL OR h.freed_at > ?::timestamptz))
                        ORDER BY h.given_at DESC, h.id LIMIT ?""", ip, ip, at, at, at, MOST).list(connection, AddressHistorySql::holding);
    }

    private static AddressHolding holding(ResultSet row) throws SQLException {
        return new AddressHolding(
                Rows.id(row, "id"),
                row.getString("ip"),
                new Ref(Rows.id(row, "tenant_id"), row.getString("tenant_name")),
                new Ref(Rows.id(row, "partition_id"), row.getString("partition_name")),
                Rows.id(row, "pool_id"),
                row.getString("node_name"),
                row.getString("note"),
                row.getString("actor"),
                Rows.instant(row, "given_at"),
                Rows.instantOrNull(row, "freed_at"));
    }
}
