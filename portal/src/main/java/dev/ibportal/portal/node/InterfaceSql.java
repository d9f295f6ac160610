package dev.ibportal.portal.node;

import dev.ibportal.portal.node.NodeDetail.InterfaceView;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** The interfaces that a node has or should have, as far as the connection may see them. */
@ApplicationScoped
class InterfaceSql {
    List<InterfaceView> ofNode(Connection connection, UUID node) throws SQLException {
        return Sql.of("""
                        SELECT i.id, i.membership_id, t.id AS partition_id, t.name AS partition_name, t.pkey, p.guid,
                          s.state, s.since, s.cause, s.reason, s.seen_at, s.name, s.mode, s.mtu, s.carrier, s.addresses
                        FROM interface i
                          JOIN interface_status s ON s.interface_id = i.id
                          JOIN membership m ON m.id = i.membership_id
                          JOIN partition t ON t.id = m.partition_id
                          JOIN port p ON p.id = m.port_id
                        WHERE i.node_id = ? AND s.state <> 'absent'
                        ORDER BY p.guid, t.pkey, i.id""", node).list(connection, InterfaceSql::view);
    }

    private static InterfaceView view(ResultSet row) throws SQLException {
        return new InterfaceView(
                Rows.id(row, "id"),
                Rows.id(row, "membership_id"),
                new Ref(Rows.id(row, "partition_id"), row.getString("partition_name")),
                new PKey(row.getInt("pkey")).toString(),
                row.getString("guid"),
                row.getString("state"),
                Rows.instant(row, "since"),
                row.getString("cause"),
                row.getString("reason"),
                Rows.instantOrNull(row, "seen_at"),
                row.getString("name"),
                row.getString("mode"),
                Rows.intOrNull(row, "mtu"),
                Rows.booleanOrNull(row, "carrier"),
                Rows.strings(row, "addresses"));
    }
}
