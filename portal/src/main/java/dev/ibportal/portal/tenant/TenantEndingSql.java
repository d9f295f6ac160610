package dev.ibportal.portal.tenant;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/** Finds what ends with a tenant, on fabric's connections. */
@ApplicationScoped
class TenantEndingSql {
    record Thing(UUID id, String name) {}

    record Person(UUID id, String login, List<String> roles) {}

    /** Those that nobody has accepted. */
    List<Thing> invitations(Connection connection, UUID tenant) throws SQLException {
        return things(connection, """
                SELECT id, note AS name FROM invitation
                WHERE tenant_id = ? AND accepted_at IS NULL AND revoked_at IS NULL ORDER BY created_at, id""", tenant);
    }

    List<Thing> serviceAccounts(Connection connection, UUID tenant) throws SQLException {
        return things(
                connection,
                "SELECT id, name FROM service_account WHERE tenant_id = ? AND removed_at IS NULL ORDER BY name_key",
                tenant);
    }

    /** Of the service accounts: they open nothing any more. */
    List<Thing> tokens(Connection connection, UUID tenant) throws SQLException {
        return things(connection, """
                SELECT k.id, k.name FROM api_token k JOIN service_account a ON a.id = k.user_id
                WHERE a.tenant_id = ? AND a.removed_at IS NULL AND k.revoked_at IS NULL ORDER BY k.created_at, k.id""", tenant);
    }

    List<Thing> nodes(Connection connection, UUID tenant) throws SQLException {
        return things(connection, """
                SELECT n.id, n.name FROM node_grant g JOIN node n ON n.id = g.node_id
                WHERE g.tenant_id = ? ORDER BY n.name_key""", tenant);
    }

    private static List<Thing> things(Connection connection, String select, UUID tenant) throws SQLException {
        return Sql.of(select, tenant).list(connection, row -> new Thing(Rows.id(row, "id"), row.getString("name")));
    }

    List<Person> people(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("""
                        SELECT u.id, u.login, array_agg(g.role ORDER BY g.role) AS roles
                        FROM role_grant g JOIN app_user u ON u.id = g.user_id
                        WHERE g.tenant_id = ? AND u.service_of IS NULL GROUP BY u.id, u.login ORDER BY u.login""", tenant)
                .list(
                        connection,
                        row -> new Person(Rows.id(row, "id"), row.getString("login"), Arrays.asList((String[])
                                row.getArray("roles").getArray())));
    }
}
