package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows of saved filters. */
@ApplicationScoped
class SavedFilterSql {
    private static final String COLUMNS = "SELECT id, name, query, created_at FROM audit_saved_filter ";

    List<SavedFilterView> of(Connection connection, UUID person) throws SQLException {
        return Sql.of(COLUMNS + "WHERE user_id = ? ORDER BY name_key", person).list(connection, SavedFilterSql::view);
    }

    Optional<SavedFilterView> find(Connection connection, UUID person, UUID id) throws SQLException {
        return Sql.of(COLUMNS + "WHERE user_id = ? AND id = ?", person, id).first(connection, SavedFilterSql::view);
    }

    void insert(Connection connection, UUID id, UUID person, DisplayName name, String query) throws SQLException {
        Sql.of(
                        "INSERT INTO audit_saved_filter (id, user_id, name, name_key, query) VALUES (?, ?, ?, ?, ?)",
                        id,
                        person,
                        name.text(),
                        name.key(),
                        query)
                .update(connection);
    }

    void delete(Connection connection, UUID id) throws SQLException {
        Sql.of("DELETE FROM audit_saved_filter WHERE id = ?", id).update(connection);
    }

    private static SavedFilterView view(ResultSet row) throws SQLException {
        return new SavedFilterView(
                Rows.id(row, "id"), row.getString("name"), row.getString("query"), Rows.instant(row, "created_at"));
    }
}
