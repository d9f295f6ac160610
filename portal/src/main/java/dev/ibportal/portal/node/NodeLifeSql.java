package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Renames and ends nodes, on fabric's connections. */
@ApplicationScoped
class NodeLifeSql {
    record Present(String name, boolean retired, int version) {}

    Optional<Present> lock(Connection connection, UUID id) throws SQLException {
        return Sql.of("SELECT name, retired_at IS NOT NULL AS retired, version FROM node WHERE id = ? FOR UPDATE", id)
                .first(
                        connection,
                        row -> new Present(row.getString("name"), row.getBoolean("retired"), row.getInt("version")));
    }

    void rename(Connection connection, UUID id, DisplayName name) throws SQLException {
        Sql.of("UPDATE node SET name = ?, name_key = ?, version = version + 1 WHERE id = ?", name, name.key(), id)
                .update(connection);
    }

    /** @param fabric whose subnet manager it runs */
    record Uses(
            int members,
            int leaving,
            int addresses,
            @Nullable String fabric) {}

    Uses uses(Connection connection, UUID id) throws SQLException {
        return Sql.of("""
                        SELECT (SELECT count(*) FROM membership m JOIN membership_status s ON s.membership_id = m.id
                                WHERE m.node_id = ? AND s.state <> 'absent') AS members,
                          (SELECT count(*) FROM membership m JOIN membership_status s ON s.membership_id = m.id
                           WHERE m.node_id = ? AND s.state <> 'absent' AND m.removed_at IS NOT NULL) AS leaving,
                          (SELECT count(*) FROM address WHERE node_id = ?) AS addresses,
                          (SELECT f.name FROM fabric f JOIN fabric_sm_host h ON h.fabric_id = f.id
                           WHERE h.node_id = ?) AS fabric""", id, id, id, id)
                .single(
                        connection,
                        row -> new Uses(
                                row.getInt("members"),
                                row.getInt("leaving"),
                                row.getInt("addresses"),
                                row.getString("fabric")));
    }

    record Grant(UUID tenant, String name) {}

    List<Grant> grants(Connection connection, UUID id) throws SQLException {
        return Sql.of("""
                        SELECT t.id, t.name FROM node_grant g JOIN tenant t ON t.id = g.tenant_id
                        WHERE g.node_id = ? ORDER BY t.name_key, t.id""", id).list(connection, row -> new Grant(Rows.id(row, "id"), row.getString("name")));
    }

    record Port(UUID id, String guid) {}

    List<Port> ports(Connection connection, UUID id) throws SQLException {
        return Sql.of("SELECT id, guid FROM port WHERE node_id = ? ORDER BY guid", id)
                .list(connection, row -> new Port(Rows.id(row, "id"), row.getString("guid")));
    }

    /**
     * Its name and its port GUIDs are free for others then; the row stays for what the audit log says of it. Open sessions
     * end when retired nodes are looked for the next time.
     */
    void retire(Connection connection, UUID id, Instant at) throws SQLException {
        Sql.of("""
                        DELETE FROM membership m USING membership_status s
                        WHERE s.membership_id = m.id AND s.state = 'absent' AND m.node_id = ?""", id).update(connection);
        Sql.of("DELETE FROM node_grant WHERE node_id = ?", id).update(connection);
        Sql.of("DELETE FROM port WHERE node_id = ?", id).update(connection);
        Sql.of("DELETE FROM enrolment_token WHERE node_id = ?", id).update(connection);
        Sql.of("UPDATE node_certificate SET denied_at = ? WHERE node_id = ? AND denied_at IS NULL", at, id)
                .update(connection);
        Sql.of("""
                        UPDATE node SET retired_at = ?, name_key = name_key || ' ' || id, version = version + 1
                        WHERE id = ?""", at, id).update(connection);
        Sql.of("""
                        UPDATE node_status SET state = 'retired', since = ?, reason = 'retired by an operator'
                        WHERE node_id = ?""", at, id).update(connection);
    }
}
