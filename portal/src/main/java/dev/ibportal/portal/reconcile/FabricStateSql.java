package dev.ibportal.portal.reconcile;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.reconcile.PartitionLifeSql.Moved;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
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
        db.run(connection -> Sql.of("SELECT wake_fabric(id) FROM fabric WHERE sm_node_id = ?", node)
                .exists(connection));
    }

    /** Nothing is known any more; what was seen last stays as it is, with its age. */
    List<Moved> silent(UUID fabric, String why) {
        return db.write(connection -> {
            Sql.of("SELECT 1 FROM fabric_status WHERE fabric_id = ? FOR UPDATE", fabric)
                    .exists(connection);
            write(connection, fabric, "unknown", why);
            waitFor(connection, fabric, why);
            return life.advance(connection, fabric);
        });
    }

    static void write(Connection connection, UUID fabric, String state, String reason) throws SQLException {
        Sql.of("""
                        UPDATE fabric_status SET since = CASE WHEN sm_state = ? THEN since ELSE now() END, sm_state = ?,
                          reason = ? WHERE fabric_id = ? AND (sm_state, reason) IS DISTINCT FROM (?, ?)""", state, state, reason, fabric, state, reason).update(connection);
    }

    /** Says of members that are not effective what they wait for. */
    static void waitFor(Connection connection, UUID fabric, String reason) throws SQLException {
        Sql.of("""
                        UPDATE membership_status s SET reason = ? FROM membership m
                        WHERE m.id = s.membership_id AND m.fabric_id = ? AND s.state IN ('pending', 'programmed')
                          AND s.reason <> ?""", reason, fabric, reason).update(connection);
    }
}
