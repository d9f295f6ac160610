package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.core.LivePort;
import dev.ibportal.portal.partition.core.LivePort.Table;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the ports of a fabric show of one key, whoever put it there. */
@ApplicationScoped
class ChangePreviewSql {
    private final FabricDb db;

    ChangePreviewSql(FabricDb db) {
        this.db = db;
    }

    /**
     * Members, ports whose tables show the key, and the ports of these GUIDs.
     *
     * @param viewer the tenant that looks; null: somebody who may see all nodes
     */
    List<LivePort> ports(PartitionView partition, List<String> guids, @Nullable UUID viewer) {
        PKey pkey = PKey.parse(partition.pkey());
        return db.read(connection -> Sql.of(
                        """
                        SELECT o.guid, n.id AS node_id, n.name, v.seen_at, v.pkeys IS NULL AS unread,
                          ? = ANY (v.pkeys) AS is_full, ? = ANY (v.pkeys) AS is_limited, m.id AS member,
                          CASE WHEN m.removed_at IS NULL THEN m.membership END AS wish,
                          (?::uuid IS NULL OR EXISTS (SELECT FROM node_grant g WHERE g.node_id = n.id AND g.tenant_id = ?::uuid))
                            AS known
                        FROM port o JOIN node n ON n.id = o.node_id LEFT JOIN port_fabric_view v ON v.port_id = o.id
                          LEFT JOIN (SELECT x.* FROM membership x JOIN membership_status s ON s.membership_id = x.id
                            WHERE x.partition_id = ? AND s.state <> 'absent') m ON m.port_id = o.id
                        WHERE o.fabric_id = ? AND (m.id IS NOT NULL OR ? = ANY (v.pkeys) OR ? = ANY (v.pkeys)
                          OR o.guid::text = ANY (?))
                        ORDER BY n.name_key, o.guid""",
                        pkey.full(),
                        pkey.limited(),
                        viewer,
                        viewer,
                        partition.id(),
                        partition.fabric().id(),
                        pkey.full(),
                        pkey.limited(),
                        guids)
                .list(connection, ChangePreviewSql::port));
    }

    private static LivePort port(ResultSet row) throws SQLException {
        Table table =
                row.getBoolean("is_full") ? Table.FULL : row.getBoolean("is_limited") ? Table.LIMITED : Table.NONE;
        return new LivePort(
                row.getString("guid"),
                Rows.id(row, "node_id"),
                row.getString("name"),
                row.getBoolean("unread") ? Table.NOT_KNOWN : table,
                Rows.instantOrNull(row, "seen_at"),
                Rows.idOrNull(row, "member"),
                row.getString("wish"),
                row.getBoolean("known"));
    }

    /** What is to be known of the fabric. */
    record Policy(boolean approval, int waiting) {}

    Policy policy(UUID fabric) {
        return db.read(connection -> Sql.of("""
                        SELECT removal_approval, (SELECT count(*) FROM membership m JOIN membership_status s ON s.membership_id = m.id
                            WHERE m.fabric_id = f.id AND (m.removed_at IS NULL AND s.sent_generation IS NULL
                              OR m.removed_at IS NOT NULL AND s.state = 'leaving')) AS waiting
                        FROM fabric f WHERE id = ?""", fabric)
                .single(connection, row -> new Policy(row.getBoolean("removal_approval"), row.getInt("waiting"))));
    }
}
