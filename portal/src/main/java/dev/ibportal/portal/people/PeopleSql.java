package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;

/** Rows of people with roles in a tenant; on fabric's connections, for people belong to no tenant. */
@ApplicationScoped
class PeopleSql {
    private static final Listing PEOPLE = Listing.of("u.id, u.login, u.name, g.roles", """
                    app_user u JOIN (
                      SELECT user_id, tenant_id, array_agg(role ORDER BY role) AS roles
                      FROM role_grant WHERE tenant_id IS NOT NULL GROUP BY user_id, tenant_id) g ON g.user_id = u.id""", "u.id")
            .by("login", "u.login", "text")
            .by("name", "lower(u.name)", "text");

    Page<TenantPerson> page(Connection connection, UUID tenant, PageRequest request) throws SQLException {
        return PEOPLE.page(connection, of(tenant), request, PeopleSql::view);
    }

    Optional<TenantPerson> find(Connection connection, UUID tenant, UUID person) throws SQLException {
        return PEOPLE.all(connection, of(tenant).and("u.id = ?", person), PeopleSql::view).stream()
                .findFirst();
    }

    private static Where of(UUID tenant) {
        return Where.of("g.tenant_id = ? AND u.service_of IS NULL", tenant);
    }

    private static TenantPerson view(ResultSet row) throws SQLException {
        return new TenantPerson(
                Rows.id(row, "id"), row.getString("login"), row.getString("name"), Rows.strings(row, "roles"));
    }

    /** Somebody without any role in the tenant, whom only an operator can give one directly. */
    Optional<TenantPerson> stranger(Connection connection, UUID person) throws SQLException {
        return Sql.of(
                        "SELECT id, login, name, '{}'::text[] AS roles FROM app_user WHERE id = ? AND service_of IS NULL",
                        person)
                .first(connection, PeopleSql::view);
    }

    /** One change of a tenant's people at a time: of two admins who end each other one remains. */
    void lock(Connection connection, UUID tenant) throws SQLException {
        Sql.of("SELECT FROM tenant WHERE id = ? FOR NO KEY UPDATE", tenant).exists(connection);
    }

    boolean hasOtherAdmin(Connection connection, UUID tenant, UUID but) throws SQLException {
        return Sql.of("""
                        SELECT FROM role_grant g JOIN app_user u ON u.id = g.user_id
                        WHERE g.tenant_id = ? AND g.role = 'tenant-admin' AND g.user_id <> ? AND u.service_of IS NULL
                          AND u.disabled_at IS NULL""", tenant, but).exists(connection);
    }

    void setRoles(Connection connection, UUID tenant, UUID person, Collection<Role> roles) throws SQLException {
        Sql.of("DELETE FROM role_grant WHERE tenant_id = ? AND user_id = ?", tenant, person)
                .update(connection);
        for (Role role : roles) {
            addRole(connection, tenant, person, role);
        }
    }

    void addRole(Connection connection, UUID tenant, UUID person, Role role) throws SQLException {
        Sql.of(
                        "INSERT INTO role_grant (user_id, role, tenant_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                        person,
                        role.text(),
                        tenant)
                .update(connection);
    }
}
