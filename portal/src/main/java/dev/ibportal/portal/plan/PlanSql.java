package dev.ibportal.portal.plan;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Singleton
class PlanSql {
    /** An interface of a partition, and the node it is on. */
    record Member(UUID iface, UUID node, String nodeName) {}

    /** @param policy null: follows the tenants */
    record Node(UUID id, String name, @Nullable String policy) {}

    List<Member> members(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT i.id, n.id AS node_id, n.name FROM interface i
                          JOIN interface_status s ON s.interface_id = i.id
                          JOIN membership m ON m.id = i.membership_id JOIN node n ON n.id = i.node_id
                        WHERE m.partition_id = ? AND s.state <> 'absent' ORDER BY n.name, i.id""", partition)
                .list(
                        connection,
                        row -> new Member(Rows.id(row, "id"), Rows.id(row, "node_id"), row.getString("name")));
    }

    Optional<Node> node(Connection connection, UUID node) throws SQLException {
        return Sql.of("SELECT id, name, drift_policy FROM node WHERE id = ?", node)
                .first(
                        connection,
                        row -> new Node(Rows.id(row, "id"), row.getString("name"), row.getString("drift_policy")));
    }

    /** Those of these nodes whose daemon said that it can do this. */
    List<UUID> able(Connection connection, List<UUID> nodes, String capability) throws SQLException {
        return Sql.of(
                        "SELECT node_id FROM node_status WHERE node_id = ANY (?::uuid[]) AND ? = ANY (capabilities)",
                        nodes,
                        capability)
                .list(connection, row -> Rows.id(row, "node_id"));
    }

    void setPolicy(Connection connection, UUID node, @Nullable String policy) throws SQLException {
        Sql.of("UPDATE node SET drift_policy = ? WHERE id = ?", policy, node).update(connection);
    }

    Optional<Ref> tenant(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("SELECT id, name FROM tenant WHERE id = ?", tenant)
                .first(connection, row -> new Ref(Rows.id(row, "id"), row.getString("name")));
    }

    String tenantPolicy(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("SELECT drift_policy FROM tenant WHERE id = ?", tenant)
                .single(connection, row -> row.getString("drift_policy"));
    }

    void setTenantPolicy(Connection connection, UUID tenant, String policy) throws SQLException {
        Sql.of("UPDATE tenant SET drift_policy = ? WHERE id = ?", policy, tenant)
                .update(connection);
    }

    List<JournalView> journal(Connection connection, UUID node, int limit) throws SQLException {
        return Sql.of("""
                        SELECT number, at, kind, plan_digest, words, exit_code, took_micros, detail FROM node_journal
                        WHERE node_id = ? ORDER BY number DESC LIMIT ?""", node, limit)
                .list(
                        connection,
                        row -> new JournalView(
                                row.getLong("number"),
                                Rows.instant(row, "at"),
                                row.getString("kind"),
                                row.getString("plan_digest"),
                                Arrays.asList((String[]) row.getArray("words").getArray()),
                                Rows.intOrNull(row, "exit_code"),
                                row.getObject("took_micros", Long.class),
                                row.getString("detail")));
    }
}
