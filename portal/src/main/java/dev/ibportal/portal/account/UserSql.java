package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of people. */
@ApplicationScoped
class UserSql {
    private static final Listing USERS = Listing.of("""
                    u.id, u.login, u.name, u.must_change, u.created_at, u.disabled_at, u.vouched, u.version,
                    (SELECT array_agg(g.role || ' ' || coalesce(g.tenant_id::text, '') ORDER BY g.role, g.tenant_id)
                     FROM role_grant g WHERE g.user_id = u.id) AS roles""", "app_user u", "u.id")
            .by("login", "u.login", "text")
            .by("createdAt", "u.created_at", "timestamptz");

    Page<UserView> page(Connection connection, PageRequest request) throws SQLException {
        return USERS.page(connection, Where.of("u.service_of IS NULL"), request, UserSql::view);
    }

    Optional<UserView> find(Connection connection, UUID id) throws SQLException {
        return USERS.all(connection, Where.of("u.id = ?", id), UserSql::view).stream()
                .findFirst();
    }

    /** Like {@link #find}, and nobody else changes the person until the transaction ends. */
    Optional<UserView> lock(Connection connection, UUID id) throws SQLException {
        Sql.of("SELECT FROM app_user WHERE id = ? FOR NO KEY UPDATE", id).exists(connection);
        return find(connection, id);
    }

    boolean anybody(Connection connection) throws SQLException {
        return Sql.of("SELECT FROM app_user LIMIT 1").exists(connection);
    }

    boolean hasPassword(Connection connection, UUID id) throws SQLException {
        return Sql.of("SELECT FROM app_user WHERE id = ? AND password_hash IS NOT NULL", id)
                .exists(connection);
    }

    boolean hasOwnPassword(Connection connection, String login) throws SQLException {
        return Sql.of("SELECT FROM app_user WHERE login = ? AND NOT must_change", login)
                .exists(connection);
    }

    /** False when the log-in name is taken. */
    boolean insert(Connection connection, UUID id, UserText text, String passwordHash, boolean mustChange)
            throws SQLException {
        int added = Sql.of(
                        "INSERT INTO app_user (id, login, name, password_hash, must_change) VALUES (?, ?, ?, ?, ?)"
                                + " ON CONFLICT (login) DO NOTHING",
                        id,
                        text.login(),
                        text.name(),
                        passwordHash,
                        mustChange)
                .update(connection);
        if (added == 0) {
            return false;
        }
        for (UserText.Grant grant : text.roles()) {
            Sql.of(
                            "INSERT INTO role_grant (user_id, role, tenant_id) VALUES (?, ?, ?)",
                            id,
                            grant.role().text(),
                            grant.tenant())
                    .update(connection);
        }
        return true;
    }

    void setPassword(Connection connection, UUID id, String passwordHash) throws SQLException {
        Sql.of(
                        "UPDATE app_user SET password_hash = ?, must_change = false, version = version + 1 WHERE id = ?",
                        passwordHash,
                        id)
                .update(connection);
    }

    private static UserView view(ResultSet row) throws SQLException {
        List<UserView.RoleView> roles = Rows.strings(row, "roles").stream()
                .map(text -> text.split(" ", 2))
                .map(parts -> new UserView.RoleView(parts[0], tenant(parts[1])))
                .toList();
        return new UserView(
                Rows.id(row, "id"),
                row.getString("login"),
                row.getString("name"),
                roles,
                row.getBoolean("must_change"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "disabled_at"),
                row.getBoolean("vouched"),
                row.getInt("version"),
                null);
    }

    private static @Nullable UUID tenant(String text) {
        return text.isEmpty() ? null : UUID.fromString(text);
    }
}
