package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Browser sessions: a random id in a cookie, its hash in the database. Deleting the row ends the session for good. The
 * cookie is set once, at the log-in, and never again: nothing can renew what was ended.
 */
@ApplicationScoped
public class WebSessions {
    public static final String COOKIE = "ibportal_session";
    private static final int ID_LENGTH = 43;

    private final ActorSql people;
    private final FabricDb db;
    private final Clock clock;
    private final PortalSettings settings;

    WebSessions(ActorSql people, FabricDb db, Clock clock, PortalSettings settings) {
        this.people = people;
        this.db = db;
        this.clock = clock;
        this.settings = settings;
    }

    /**
     * A session that is to begin.
     *
     * @param address from where, and agent with what, for its owner to recognise
     * @param voucher an OpenID provider, if it was one that vouched for the person
     */
    public record Opening(
            UUID person,
            String address,
            String agent,
            @Nullable Voucher voucher) {}

    /**
     * What an OpenID provider said.
     *
     * @param logOutAt address at which the person logs out there
     * @param grants roles for this session
     */
    public record Voucher(String issuer, Optional<String> logOutAt, Set<Actor.Grant> grants) {
        public Voucher {
            grants = Set.copyOf(grants);
        }
    }

    /**
     * A session that has just ended.
     *
     * @param logOutAt address of the provider that vouched for it; empty for a local log-in
     */
    public record Ended(UUID person, Optional<String> logOutAt) {}

    /**
     * Begins a session in the transaction of this connection.
     *
     * @return the value for the cookie, which is kept nowhere else
     */
    public String begin(Connection connection, Opening opening) throws SQLException {
        String cookie = Secrets.random(ID_LENGTH);
        UUID id = UUID.randomUUID();
        Instant now = clock.instant();
        Voucher voucher = opening.voucher();
        Sql.of("DELETE FROM web_session WHERE expires_at < ?", now).update(connection);
        Sql.of(
                        "INSERT INTO web_session (id_hash, id, user_id, created_at, last_seen_at, expires_at, address, agent,"
                                + " provider, logout_hint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        Secrets.hash(cookie),
                        id,
                        opening.person(),
                        now,
                        now,
                        now.plus(settings.sessionLength()),
                        opening.address(),
                        opening.agent(),
                        voucher == null ? null : voucher.issuer(),
                        voucher == null
                                ? null
                                : voucher.logOutAt()
                                        .map(address -> LogOutHint.seal(address, cookie))
                                        .orElse(null))
                .update(connection);
        for (Actor.Grant grant : voucher == null ? Set.<Actor.Grant>of() : voucher.grants()) {
            Sql.of(
                            "INSERT INTO session_grant (session_id, role, tenant_id) VALUES (?, ?, ?)",
                            id,
                            grant.role().text(),
                            grant.tenant())
                    .update(connection);
        }
        return cookie;
    }

    /** Empty when there was no such session any more: of two log-outs at once one has ended it. */
    public Optional<Ended> end(Connection connection, String cookie) throws SQLException {
        return Sql.of("DELETE FROM web_session WHERE id_hash = ? RETURNING user_id, logout_hint", Secrets.hash(cookie))
                .first(
                        connection,
                        row -> new Ended(
                                row.getObject("user_id", UUID.class),
                                Optional.ofNullable(row.getBytes("logout_hint"))
                                        .flatMap(hidden -> LogOutHint.open(hidden, cookie))));
    }

    /** Ends all sessions of a person, but for the one with this cookie if there is one. Answers which. */
    public List<UUID> endAll(Connection connection, UUID person, @Nullable String but) throws SQLException {
        byte[] kept = but == null ? new byte[0] : Secrets.hash(but);
        return Sql.of("DELETE FROM web_session WHERE user_id = ? AND id_hash <> ? RETURNING id", person, kept)
                .list(connection, row -> row.getObject("id", UUID.class));
    }

    /** Who it is now, with the roles of now; empty when the session has ended. Does not count as a use of it. */
    public Optional<Actor> find(String cookie) {
        Instant now = clock.instant();
        return people.bySession(Secrets.hash(cookie), now, now.minus(settings.sessionIdle()))
                .map(ActorSql.Found::actor);
    }

    /** @param byPerson whether this counts as a use of the session */
    Actor actor(String cookie, boolean byPerson) {
        Instant now = clock.instant();
        byte[] hash = Secrets.hash(cookie);
        ActorSql.Found found = people.bySession(hash, now, now.minus(settings.sessionIdle()))
                .orElseThrow(() -> new DomainFault.Unauthenticated("The session has ended; log in again."));
        Instant lastUsed = found.lastUsed();
        if (byPerson
                && (lastUsed == null
                        || !lastUsed.plus(settings.sessionRenewal()).isAfter(now))) {
            db.run(connection -> Sql.of("UPDATE web_session SET last_seen_at = ? WHERE id_hash = ?", now, hash)
                    .update(connection));
        }
        return found.actor();
    }
}
