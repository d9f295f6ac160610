package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who is what in the default partition, and uses it for something. */
@ApplicationScoped
class DefaultPartitionSql {
    /** @param table null: not known */
    record Row(
            DefaultPartitionView.Port port,
            boolean manager,
            @Nullable List<Integer> table) {}

    List<Row> ports(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        SELECT o.guid, n.id, n.name, v.seen_at, i.observed_at,
                          EXISTS (SELECT FROM fabric_sm_host h WHERE h.fabric_id = f.id AND h.node_id = n.id) AS manager,
                          CASE WHEN v.seen_at >= f.default_since THEN v.pkeys END AS pkeys,
                          coalesce((SELECT array_agg((d ->> 'name') || ' ' || a ORDER BY d ->> 'name', a)
                            FROM jsonb_array_elements(i.report -> 'netdevs') d, jsonb_array_elements_text(d -> 'addresses') a
                            WHERE d ->> 'portGuid' = o.guid::text AND coalesce(d ->> 'pkey', '') = ?
                              AND a NOT LIKE 'fe80:%'), '{}') AS uses
                        FROM port o JOIN node n ON n.id = o.node_id JOIN fabric f ON f.id = o.fabric_id
                          LEFT JOIN port_fabric_view v ON v.port_id = o.id LEFT JOIN node_inventory i ON i.node_id = n.id
                        WHERE o.fabric_id = ? AND o.replaced_at IS NULL AND n.retired_at IS NULL
                        ORDER BY n.name_key, o.guid""", PKey.DEFAULT.toString(), fabric)
                .list(
                        connection,
                        row -> new Row(
                                new DefaultPartitionView.Port(
                                        new Ref(Rows.id(row, "id"), row.getString("name")),
                                        row.getString("guid"),
                                        Rows.strings(row, "uses"),
                                        Rows.instantOrNull(row, "seen_at"),
                                        Rows.instantOrNull(row, "observed_at")),
                                row.getBoolean("manager"),
                                Rows.integers(row, "pkeys")));
    }

    void limit(Connection connection, UUID fabric) throws SQLException {
        Sql.of(
                        "UPDATE fabric SET default_membership = ?, default_since = now(), version = version + 1 WHERE id = ?",
                        MembershipType.LIMITED.text(),
                        fabric)
                .update(connection);
        Sql.of("SELECT wake_fabric(?)", fabric).single(connection, row -> true);
    }
}
