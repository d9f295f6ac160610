package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Finds who stands behind a credential. Disabled people stand behind none. */
@ApplicationScoped
class ActorSql {
    private static final String PERSON = """
            SELECT u.id, u.login, u.name, u.must_change, u.password_hash, c.id AS credential, c.last_used,
              c.scopes, c.until, u.service_of, g.role, g.tenant_id
            FROM (%s) c JOIN app_user u ON u.id = c.user_id LEFT JOIN role_grant g ON g.user_id = u.id
            WHERE u.disabled_at IS NULL""";
    /** A session has the person's own roles, and those that an OpenID provider gave for this session alone. */
    private static final String BY_SESSION = """
            SELECT u.id, u.login, u.name, u.must_change, NULL AS password_hash, '' AS credential,
              c.last_seen_at AS last_used, NULL::text[] AS scopes,
              NULL::timestamptz AS until, u.service_of, g.role, g.tenant_id
            FROM web_session c JOIN app_user u ON u.id = c.user_id
            LEFT JOIN LATERAL (
              SELECT role, tenant_id FROM role_grant WHERE user_id = u.id
              UNION SELECT role, tenant_id FROM session_grant WHERE session_id = c.id) g ON true
            WHERE c.id_hash = ? AND c.expires_at > ? AND c.last_seen_at > ? AND u.disabled_at IS NULL""";

    private static final String BY_TOKEN =
            PERSON.formatted("SELECT user_id, id::text, last_used_at AS last_used, scopes,"
                    + " expires_at AS until FROM api_token"
                    + " WHERE token_hash = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)");
    private static final String BY_LOGIN =
            PERSON.formatted("SELECT id AS user_id, '' AS id, NULL::timestamptz AS last_used, NULL::text[] AS scopes,"
                    + " NULL::timestamptz AS until FROM app_user WHERE login = ? AND service_of IS NULL");

    private static final String BY_ID =
            PERSON.formatted("SELECT id AS user_id, '' AS id, NULL::timestamptz AS last_used, NULL::text[] AS scopes,"
                    + " NULL::timestamptz AS until FROM app_user WHERE id = ?");

    private final FabricDb db;

    ActorSql(FabricDb db) {
        this.db = db;
    }

    /**
     * Somebody, found by a credential.
     *
     * @param credential the token's id; empty for other kinds
     */
    record Found(
            Actor actor,
            @Nullable String passwordHash,
            String credential,
            @Nullable Instant lastUsed) {
        /** People whom only an OpenID provider vouches for have none. */
        Optional<String> password() {
            return Optional.ofNullable(passwordHash);
        }
    }

    Optional<Found> byToken(byte[] hash, Instant now) {
        return find(BY_TOKEN, hash, utc(now));
    }

    /** @param idleSince sessions without a request since then have ended */
    Optional<Found> bySession(byte[] hash, Instant now, Instant idleSince) {
        return find(BY_SESSION, hash, utc(now), utc(idleSince));
    }

    Optional<Found> byLogin(String login) {
        return find(BY_LOGIN, login);
    }

    Optional<Found> byId(UUID id) {
        return find(BY_ID, id);
    }

    private Optional<Found> find(String sql, Object... parameters) {
        return db.read(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int i = 0; i < parameters.length; i++) {
                    statement.setObject(i + 1, parameters[i]);
                }
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() ? Optional.of(read(rows)) : Optional.empty();
                }
            }
        });
    }

    private static Found read(ResultSet rows) throws SQLException {
        UUID id = rows.getObject("id", UUID.class);
        String login = rows.getString("login");
        String name = rows.getString("name");
        boolean mustChange = rows.getBoolean("must_change");
        String hash = rows.getString("password_hash");
        String credential = rows.getString("credential");
        OffsetDateTime used = rows.getObject("last_used", OffsetDateTime.class);
        OffsetDateTime until = rows.getObject("until", OffsetDateTime.class);
        Set<String> scopes = scopes(rows);
        Set<Actor.Grant> grants = new HashSet<>();
        do {
            UUID tenant = rows.getObject("tenant_id", UUID.class);
            Optional.ofNullable(rows.getString("role"))
                    .flatMap(Role::of)
                    .ifPresent(role -> grants.add(new Actor.Grant(role, tenant)));
        } while (rows.next());
        return new Found(
                new Actor(id, login, name, grants, mustChange, scopes, until == null ? null : until.toInstant()),
                hash,
                credential,
                used == null ? null : used.toInstant());
    }

    /**
     * A program makes no tokens and gives no rights, neither to people nor to programs: who finds or keeps one of its tokens
     * could else keep the door open for good.
     */
    private static @Nullable Set<String> scopes(ResultSet rows) throws SQLException {
        boolean isService = rows.getObject("service_of") != null;
        Set<String> narrowed =
                new HashSet<>(rows.getArray("scopes") == null ? RolePermissions.all() : Rows.strings(rows, "scopes"));
        if (isService) {
            narrowed.remove(Permissions.TOKEN_OWN);
            narrowed.remove(Permissions.PEOPLE_WRITE);
            narrowed.remove(Permissions.SERVICE_ACCOUNT_WRITE);
        }
        return isService || rows.getArray("scopes") != null ? narrowed : null;
    }

    static OffsetDateTime utc(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }
}
