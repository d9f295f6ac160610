package dev.ibportal.portal.node;

import dev.ibportal.portal.node.PortInterfaceView.Seen;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Own interfaces of ports. A port without a row has one that nobody asked the portal to look after. */
@ApplicationScoped
class PortInterfaceSql {
    private static final String SELECT = """
            SELECT p.id AS port_id, p.guid, i.id IS NOT NULL AS managed, i.removed_at IS NOT NULL AS leaving, i.mode,
              i.ip_mtu, i.queue_length, i.channels, i.profile, i.version, i.state, i.since, i.cause, i.reason,
              i.seen_at, i.seen_name, i.seen_mode, i.seen_mtu, i.seen_addresses,
              ARRAY(SELECT host(a) || '/' || masklen(a) FROM unnest(i.addresses) a) AS addresses
            FROM port p LEFT JOIN port_interface i ON i.port_id = p.id
            WHERE p.node_id = ?""";

    /** Whether it is a node that was not retired; its spec is locked, so that none is being built meanwhile. */
    boolean lockNode(Connection connection, UUID node) throws SQLException {
        return Sql.of("""
                        SELECT FROM node n JOIN node_spec s ON s.node_id = n.id
                        WHERE n.id = ? AND n.retired_at IS NULL FOR UPDATE OF s""", node).exists(connection);
    }

    List<PortInterfaceView> ofNode(Connection connection, UUID node) throws SQLException {
        return Sql.of(SELECT + " ORDER BY p.guid", node).list(connection, PortInterfaceSql::view);
    }

    Optional<PortInterfaceView> find(Connection connection, UUID node, UUID port) throws SQLException {
        return Sql.of(SELECT + " AND p.id = ?", node, port).first(connection, PortInterfaceSql::view);
    }

    private static PortInterfaceView view(ResultSet row) throws SQLException {
        UUID port = Rows.id(row, "port_id");
        if (!row.getBoolean("managed")) {
            return PortInterfaceView.unmanaged(port, row.getString("guid"));
        }
        return new PortInterfaceView(
                port,
                row.getString("guid"),
                true,
                row.getBoolean("leaving"),
                row.getString("mode"),
                Rows.intOrNull(row, "ip_mtu"),
                Rows.strings(row, "addresses"),
                Rows.intOrNull(row, "queue_length"),
                Rows.intOrNull(row, "channels"),
                row.getString("profile"),
                row.getInt("version"),
                new Seen(
                        row.getString("state"),
                        Rows.instant(row, "since"),
                        row.getString("cause"),
                        row.getString("reason"),
                        Rows.instantOrNull(row, "seen_at"),
                        row.getString("seen_name"),
                        row.getString("seen_mode"),
                        Rows.intOrNull(row, "seen_mtu"),
                        Rows.strings(row, "seen_addresses")));
    }

    void insert(Connection connection, UUID node, UUID port, PortInterfaceWish wish) throws SQLException {
        Sql.of(
                        """
                        INSERT INTO port_interface (node_id, port_id, mode, ip_mtu, addresses, queue_length, channels, profile)
                        VALUES (?, ?, ?, ?, ?::inet[], ?, ?, ?)""",
                        node,
                        port,
                        wish.mode().text(),
                        bytes(wish),
                        wish.addresses(),
                        wish.transmitQueueLength(),
                        wish.channels(),
                        wish.profile())
                .update(connection);
    }

    void update(Connection connection, UUID port, PortInterfaceWish wish) throws SQLException {
        Sql.of(
                        """
                        UPDATE port_interface SET mode = ?, ip_mtu = ?, addresses = ?::inet[],
                          former = ARRAY(SELECT DISTINCT a FROM unnest(former || addresses) a WHERE a <> ALL (?::inet[])),
                          queue_length = ?, channels = ?, profile = ?, removed_at = NULL, version = version + 1
                        WHERE port_id = ?""",
                        wish.mode().text(),
                        bytes(wish),
                        wish.addresses(),
                        wish.addresses(),
                        wish.transmitQueueLength(),
                        wish.channels(),
                        wish.profile(),
                        port)
                .update(connection);
    }

    private static @Nullable Integer bytes(PortInterfaceWish wish) {
        return wish.mtu() == null ? null : wish.mtu().bytes();
    }

    /** What no node was ever told of is gone at once; anything else when the node has proven that it is. */
    void remove(Connection connection, UUID port) throws SQLException {
        Sql.of("DELETE FROM port_interface WHERE port_id = ? AND sent_generation IS NULL", port)
                .update(connection);
        Sql.of("""
                        UPDATE port_interface SET removed_at = now(), state = 'leaving', since = now(), version = version + 1
                        WHERE port_id = ? AND removed_at IS NULL""", port).update(connection);
    }
}
