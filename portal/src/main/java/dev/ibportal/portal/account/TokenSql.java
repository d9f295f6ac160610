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
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of personal tokens that were not revoked. */
@ApplicationScoped
class TokenSql {
    private static final Listing TOKENS = Listing.of(
                    "k.id, k.name, k.prefix, k.scopes, k.created_at, k.expires_at, k.last_used_at",
                    "api_token k",
                    "k.id")
            .by("createdAt", "k.created_at", "timestamptz")
            .by("name", "lower(k.name)", "text");

    Page<TokenView> page(Connection connection, UUID user, PageRequest request) throws SQLException {
        return TOKENS.page(
                connection, Where.of("k.user_id = ? AND k.revoked_at IS NULL", user), request, TokenSql::view);
    }

    List<TokenView> all(Connection connection, UUID user) throws SQLException {
        return TOKENS.all(connection, Where.of("k.user_id = ? AND k.revoked_at IS NULL", user), TokenSql::view);
    }

    Optional<TokenView> find(Connection connection, UUID user, UUID id) throws SQLException {
        Where where = Where.of("k.id = ? AND k.user_id = ? AND k.revoked_at IS NULL", id, user);
        return TOKENS.all(connection, where, TokenSql::view).stream().findFirst();
    }

    void insert(Connection connection, UUID id, UUID user, NewToken token) throws SQLException {
        Sql.of(
                        "INSERT INTO api_token (id, user_id, name, prefix, token_hash, expires_at, scopes)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?::text[])",
                        id,
                        user,
                        token.name,
                        Secrets.shown(token.secret),
                        Secrets.hash(token.secret),
                        token.expires,
                        token.scopes)
                .update(connection);
    }

    /** Refused with a state of its own unless the tenant is one that gets something new. */
    void requireOpen(Connection connection, UUID tenant) throws SQLException {
        Sql.of("SELECT require_open(?)", tenant).exists(connection);
    }

    record NewToken(
            DisplayName name,
            String secret,
            Instant expires,
            @Nullable List<String> scopes) {}

    void revoke(Connection connection, UUID id, Instant at) throws SQLException {
        Sql.of("UPDATE api_token SET revoked_at = ? WHERE id = ?", at, id).update(connection);
    }

    private static TokenView view(ResultSet row) throws SQLException {
        return new TokenView(
                Rows.id(row, "id"),
                row.getString("name"),
                row.getString("prefix"),
                row.getArray("scopes") == null ? null : Rows.strings(row, "scopes"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "expires_at"),
                Rows.instantOrNull(row, "last_used_at"),
                null);
    }
}
