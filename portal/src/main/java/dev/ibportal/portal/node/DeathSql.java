package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What a node's death means for the rows that wait for it. On fabric's connections only. */
@ApplicationScoped
class DeathSql {
    /** From here on the node does not come or go until the transaction ends. */
    void lock(Connection connection, UUID node) throws SQLException {
        Sql.of("SELECT FROM node_status WHERE node_id = ? FOR UPDATE", node).exists(connection);
    }

    int members(Connection connection, UUID node) throws SQLException {
        return count(connection, "SELECT count(*) AS n FROM membership WHERE node_id = ? AND removed_at IS NULL", node);
    }

    int waiting(Connection connection, UUID node) throws SQLException {
        return count(
                connection,
                "SELECT count(*) AS n FROM absence WHERE node_id = ? AND closed_at IS NULL AND node_absent_at IS NULL",
                node);
    }

    private static int count(Connection connection, String sql, UUID node) throws SQLException {
        return Sql.of(sql, node).single(connection, row -> row.getInt("n"));
    }

    List<Ref> manages(Connection connection, UUID node) throws SQLException {
        return Sql.of(
                        "SELECT f.id, f.name FROM fabric f JOIN fabric_sm_host h ON h.fabric_id = f.id WHERE h.node_id = ?",
                        node)
                .list(connection, row -> new Ref(Rows.id(row, "id"), row.getString("name")));
    }

    /** Withdraws its certificates too, so that its daemon gets in no more. */
    void declare(Connection connection, UUID node, Instant now, String by) throws SQLException {
        Sql.of("UPDATE node SET dead_at = ?, version = version + 1 WHERE id = ?", now, node)
                .update(connection);
        Sql.of("""
                        UPDATE node_status SET state = 'dead', since = ?, reason = 'declared dead by ' || ?
                        WHERE node_id = ?""", now, by, node).update(connection);
        Sql.of("UPDATE node_certificate SET denied_at = ? WHERE node_id = ? AND denied_at IS NULL", now, node)
                .update(connection);
        Sql.of("""
                        UPDATE interface_status SET reason = 'not known: the node was declared dead'
                        WHERE node_id = ? AND state = 'unreachable'""", node).update(connection);
    }

    /** @return how many rows wait for this node no longer */
    int absentByDeclaration(Connection connection, UUID node, Instant now) throws SQLException {
        int rows = Sql.of("""
                        UPDATE absence SET node_absent_at = ?, declared_at = ?, cidrs = absence_cidrs(address_id, interface_id)
                        WHERE node_id = ? AND closed_at IS NULL AND node_absent_at IS NULL""", now, now, node).update(connection);
        Sql.of("""
                        SELECT wake_fabric(f.fabric_id) FROM (
                          SELECT DISTINCT fabric_id FROM absence WHERE node_id = ? AND closed_at IS NULL) f""", node).exists(connection);
        return rows;
    }
}
