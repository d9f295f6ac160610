package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Changes that others make to people. */
@ApplicationScoped
class PersonCareSql {
    void setOneTimePassword(Connection connection, UUID id, String passwordHash) throws SQLException {
        Sql.of(
                        "UPDATE app_user SET password_hash = ?, must_change = true, version = version + 1 WHERE id = ?",
                        passwordHash,
                        id)
                .update(connection);
    }

    /** @param disabledAt since when; one who is shut out already stays so since then. Absent: let in */
    void change(Connection connection, UUID id, DisplayName name, boolean vouched, @Nullable Instant disabledAt)
            throws SQLException {
        Sql.of("""
                        UPDATE app_user SET name = ?, vouched = ?, version = version + 1,
                          disabled_at = CASE WHEN ?::timestamptz IS NULL THEN NULL ELSE coalesce(disabled_at, ?) END
                        WHERE id = ?""", name, vouched, disabledAt, disabledAt, id).update(connection);
    }

    /** One change of operators at a time: of two who end each other one remains. */
    void lockOperators(Connection connection) throws SQLException {
        Sql.of("""
                        SELECT FROM app_user WHERE id IN (SELECT user_id FROM role_grant WHERE role = 'operator')
                        ORDER BY id FOR NO KEY UPDATE""").exists(connection);
    }

    boolean hasOperator(Connection connection) throws SQLException {
        return Sql.of("""
                        SELECT FROM role_grant g JOIN app_user u ON u.id = g.user_id
                        WHERE g.role = 'operator' AND u.disabled_at IS NULL LIMIT 1""").exists(connection);
    }

    void setPortalRoles(Connection connection, UUID id, Collection<Role> roles) throws SQLException {
        Sql.of("DELETE FROM role_grant WHERE user_id = ? AND tenant_id IS NULL", id)
                .update(connection);
        for (Role role : roles) {
            Sql.of("INSERT INTO role_grant (user_id, role, tenant_id) VALUES (?, ?, NULL)", id, role.text())
                    .update(connection);
        }
    }
}
