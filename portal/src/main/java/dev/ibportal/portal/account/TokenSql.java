package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.security.Secrets;
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

/** Rows of personal tokens that were not revoked. */
@ApplicationScoped
class TokenSql {
    private static final Listing TOKENS = Listing.of(
                    "k.id, k.name, k.prefix, k.created_at, k.expires_at, k.last_used_at", "api_token k", "k.id")
            .by("createdAt", "k.created_at", "timestamptz")
            .by("name", "lower(k.name)", "text");

    Page<TokenView> page(Connection connection, UUID user, PageRequest request) throws SQLException {
        return TOKENS.page(
                connection, Where.of("k.user_id = ? AND k.revoked_at IS NULL", user), request, TokenSql::view);
    }

    Optional<TokenView> find(Connection connection, UUID user, UUID id) throws SQLException {
        Where where = Where.of("k.id = ? AND k.user_id = ? AND k.revoked_at IS NULL", id, user);
        return TOKENS.all(connection, where, TokenSql::view).stream().findFirst();
    }

    void insert(Connection connection, UUID id, UUID user, DisplayName name, String token, Instant expires)
            throws SQLException {
        Sql.of(
                        "INSERT INTO api_token (id, user_id, name, prefix, token_hash, expires_at)"
                                + " VALUES (?, ?, ?, ?, ?, ?)",
                        id,
                        user,
                        name,
                        Secrets.shown(token),
                        Secrets.hash(token),
                        expires)
                .update(connection);
    }

    void revoke(Connection connection, UUID id, Instant at) throws SQLException {
        Sql.of("UPDATE api_token SET revoked_at = ? WHERE id = ?", at, id).update(connection);
    }

    private static TokenView view(ResultSet row) throws SQLException {
        return new TokenView(
                Rows.id(row, "id"),
                row.getString("name"),
                row.getString("prefix"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "expires_at"),
                Rows.instantOrNull(row, "last_used_at"),
                null);
    }
}
