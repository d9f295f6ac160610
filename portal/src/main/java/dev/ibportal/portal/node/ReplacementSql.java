package dev.ibportal.portal.node;

import dev.ibportal.portal.node.core.Replacements.KnownPort;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Ports of one node as they were seen last, and the move of memberships from one to another. */
@ApplicationScoped
class ReplacementSql {
    /** Locked, so that nothing is decided about them twice. */
    void lock(Connection connection, UUID node) throws SQLException {
        Sql.of("SELECT id FROM port WHERE node_id = ? ORDER BY id FOR UPDATE", node)
                .list(connection, row -> Rows.id(row, "id"));
    }

    List<KnownPort> ports(Connection connection, UUID node) throws SQLException {
        return Sql.of("""
                        SELECT p.id, p.guid, p.fabric_id, coalesce(s.present, false) AS present,
                          coalesce(h.hca_type, '') AS model, coalesce(h.ordinal, 0) AS ordinal,
                          p.replaced_at IS NOT NULL AS replaced, p.created_at,
                          (SELECT count(*) FROM membership m WHERE m.port_id = p.id AND m.removed_at IS NULL) AS members
                        FROM port p LEFT JOIN port_status s ON s.port_id = p.id
                          LEFT JOIN port_hardware h ON h.port_id = p.id
                        WHERE p.node_id = ? ORDER BY p.guid""", node)
                .list(
                        connection,
                        row -> new KnownPort(
                                Rows.id(row, "id"),
                                row.getString("guid"),
                                Rows.id(row, "fabric_id"),
                                row.getBoolean("present"),
                                row.getString("model"),
                                row.getInt("ordinal"),
                                row.getInt("members"),
                                row.getBoolean("replaced"),
                                Rows.instant(row, "created_at")));
    }

    /** A membership that moves. */
    record Moving(UUID id, UUID tenant, String partition, String pkey) {}

    List<Moving> memberships(Connection connection, UUID port) throws SQLException {
        return Sql.of("""
                        SELECT m.id, m.tenant_id, t.name, t.pkey FROM membership m JOIN partition t ON t.id = m.partition_id
                        WHERE m.port_id = ? AND m.removed_at IS NULL ORDER BY t.pkey FOR UPDATE OF m""", port)
                .list(
                        connection,
                        row -> new Moving(
                                Rows.id(row, "id"),
                                Rows.id(row, "tenant_id"),
                                row.getString("name"),
                                new PKey(row.getInt("pkey")).toString()));
    }

    /** The same wish on the other port; its addresses follow when the old interface is proven absent. */
    UUID move(Connection connection, UUID membership, UUID to) throws SQLException {
        UUID made = UUID.randomUUID();
        Sql.of("""
                        INSERT INTO membership (id, tenant_id, partition_id, fabric_id, node_id, port_id, membership, mode,
                          ip_mtu, index0)
                        SELECT ?, tenant_id, partition_id, fabric_id, node_id, ?, membership, mode, ip_mtu, index0
                        FROM membership WHERE id = ?""", made, to, membership).update(connection);
        Sql.of("""
                        INSERT INTO address_move (address_id, interface_id)
                        SELECT a.id, n.id FROM address a JOIN interface o ON o.id = a.interface_id, interface n
                        WHERE o.membership_id = ? AND n.membership_id = ? AND a.removed_at IS NULL""", membership, made).update(connection);
        return made;
    }

    /** Whoever says that a card was swapped says whose the new one is. */
    void confirm(Connection connection, UUID port) throws SQLException {
        Sql.of("UPDATE port SET confirmed = true WHERE id = ?", port).update(connection);
    }

    void end(Connection connection, UUID from, UUID to) throws SQLException {
        Sql.of("UPDATE port SET replaced_by = ?, replaced_at = now(), version = version + 1 WHERE id = ?", to, from)
                .update(connection);
        Sql.of("""
                        UPDATE membership SET removed_at = now(), version = version + 1
                        WHERE port_id = ? AND removed_at IS NULL""", from).update(connection);
    }
}
