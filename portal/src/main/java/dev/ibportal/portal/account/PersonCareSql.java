package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
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
    void change(Connection connection, UUID id, DisplayName name, @Nullable Instant disabledAt) throws SQLException {
        Sql.of("""
                        UPDATE app_user SET name = ?, version = version + 1,
                          disabled_at = CASE WHEN ?::timestamptz IS NULL THEN NULL ELSE coalesce(disabled_at, ?) END
                        WHERE id = ?""", name, disabledAt, disabledAt, id).update(connection);
    }
}
