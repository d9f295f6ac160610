package dev.ibportal.portal.tenant;

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

/** Rows of tenants. */
@ApplicationScoped
class TenantSql {
    static final List<String> STATES = List.of("active", "suspended", "leaving", "gone");

    private static final String STATE = """
            CASE WHEN t.gone_at IS NOT NULL THEN 'gone' WHEN t.removed_at IS NOT NULL THEN 'leaving'
              WHEN t.suspended_at IS NOT NULL THEN 'suspended' ELSE 'active' END""";
    private static final String COLUMNS = """
            t.id, t.name, t.description, t.created_at, t.version, t.suspended_at, t.suspended_reason, t.removed_at,
            """ + STATE + " AS state";
    private static final Listing TENANTS = Listing.of(COLUMNS, "tenant t", "t.id")
            .by("name", "t.name_key", "text")
            .by("createdAt", "t.created_at", "timestamptz");

    Page<TenantView> page(
            Connection connection, Where visible, @Nullable String search, @Nullable String state, PageRequest request)
            throws SQLException {
        Where where = state == null ? visible.and("t.gone_at IS NULL") : visible.and("(" + STATE + ") = ?", state);
        if (search != null && !search.isBlank()) {
            where.and("position(lower(?) IN t.name_key) > 0", search.strip());
        }
        return TENANTS.page(connection, where, request, TenantSql::view);
    }

    Optional<TenantView> find(Connection connection, UUID id) throws SQLException {
        return TENANTS.all(connection, Where.of("t.id = ?", id), TenantSql::view).stream()
                .findFirst();
    }

    /** Like {@link #find}, and nobody else changes it until the transaction ends. */
    Optional<TenantView> lock(Connection connection, UUID id) throws SQLException {
        return Sql.of("SELECT " + COLUMNS + " FROM tenant t WHERE t.id = ? FOR NO KEY UPDATE", id)
                .first(connection, TenantSql::view);
    }

    TenantView insert(Connection connection, UUID id, TenantText text) throws SQLException {
        return Sql.of(
                        "INSERT INTO tenant AS t (id, name, name_key, description) VALUES (?, ?, ?, ?) RETURNING "
                                + COLUMNS,
                        id,
                        text.name(),
                        text.name().key(),
                        text.description())
                .single(connection, TenantSql::view);
    }

    TenantView update(Connection connection, UUID id, TenantText text) throws SQLException {
        return Sql.of(
                        "UPDATE tenant AS t SET name = ?, name_key = ?, description = ?, version = version + 1"
                                + " WHERE t.id = ? RETURNING " + COLUMNS,
                        text.name(),
                        text.name().key(),
                        text.description(),
                        id)
                .single(connection, TenantSql::view);
    }

    private static TenantView view(ResultSet row) throws SQLException {
        return new TenantView(
                Rows.id(row, "id"),
                row.getString("name"),
                row.getString("description"),
                row.getString("state"),
                Rows.instantOrNull(row, "suspended_at"),
                row.getString("suspended_reason"),
                Rows.instantOrNull(row, "removed_at"),
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }
}
