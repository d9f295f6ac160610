package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Rows of service accounts, read and written as their tenant. */
@ApplicationScoped
class ServiceAccountSql {
    private static final Listing ACCOUNTS = Listing.of(
                    "a.id, a.name, a.login, a.role, a.created_at, a.version", "service_account a", "a.id")
            .by("name", "a.name_key", "text")
            .by("createdAt", "a.created_at", "timestamptz");

    Page<ServiceAccountView> page(Connection connection, UUID tenant, PageRequest request) throws SQLException {
        return ACCOUNTS.page(connection, of(tenant), request, ServiceAccountSql::view);
    }

    Optional<ServiceAccountView> find(Connection connection, UUID tenant, UUID id) throws SQLException {
        return ACCOUNTS.all(connection, of(tenant).and("a.id = ?", id), ServiceAccountSql::view).stream()
                .findFirst();
    }

    private static Where of(UUID tenant) {
        return Where.of("a.tenant_id = ? AND a.removed_at IS NULL", tenant);
    }

    void insert(Connection connection, UUID tenant, UUID id, DisplayName name, String login, Role role)
            throws SQLException {
        Sql.of(
                        "INSERT INTO service_account (id, tenant_id, login, name, name_key, role) VALUES (?, ?, ?, ?, ?, ?)",
                        id,
                        tenant,
                        login,
                        name,
                        name.key(),
                        role.text())
                .update(connection);
    }

    void update(Connection connection, UUID tenant, UUID id, DisplayName name, Role role) throws SQLException {
        Sql.of(
                        "UPDATE service_account SET name = ?, name_key = ?, role = ?, version = version + 1"
                                + " WHERE tenant_id = ? AND id = ?",
                        name,
                        name.key(),
                        role.text(),
                        tenant,
                        id)
                .update(connection);
    }

    void remove(Connection connection, UUID tenant, UUID id, Instant at) throws SQLException {
        Sql.of(
                        "UPDATE service_account SET removed_at = ?, version = version + 1 WHERE tenant_id = ? AND id = ?",
                        at,
                        tenant,
                        id)
                .update(connection);
    }

    private static ServiceAccountView view(ResultSet row) throws SQLException {
        return new ServiceAccountView(
                Rows.id(row, "id"),
                row.getString("name"),
                row.getString("login"),
                row.getString("role"),
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }
}
