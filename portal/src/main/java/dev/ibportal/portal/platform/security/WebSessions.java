package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** Browser sessions: a random id in a cookie, its hash in the database. Deleting the row ends the session for good. */
@ApplicationScoped
public class WebSessions {
    public static final String COOKIE = "ibportal_session";
    private static final int ID_LENGTH = 43;
    private static final Duration LAZY = Duration.ofMinutes(1);

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
     * Begins a session in the transaction of this connection.
     *
     * @return the value for the cookie, which is kept nowhere else
     */
    public String begin(Connection connection, UUID user) throws SQLException {
        String id = Secrets.random(ID_LENGTH);
        Instant now = clock.instant();
        forgetEnded(connection, now);
        try (PreparedStatement s = connection.prepareStatement(
                "INSERT INTO web_session (id_hash, user_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?)")) {
            s.setBytes(1, Secrets.hash(id));
            s.setObject(2, user);
            s.setObject(3, ActorSql.utc(now));
            s.setObject(4, ActorSql.utc(now));
            s.setObject(5, ActorSql.utc(now.plus(settings.sessionLength())));
            s.executeUpdate();
        }
        return id;
    }

    private static void forgetEnded(Connection connection, Instant now) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("DELETE FROM web_session WHERE expires_at < ?")) {
            s.setObject(1, ActorSql.utc(now));
            s.executeUpdate();
        }
    }

    public void end(Connection connection, String id) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("DELETE FROM web_session WHERE id_hash = ?")) {
            s.setBytes(1, Secrets.hash(id));
            s.executeUpdate();
        }
    }

    Actor actor(String id) {
        Instant now = clock.instant();
        byte[] hash = Secrets.hash(id);
        ActorSql.Found found = people.bySession(hash, now)
                .filter(session -> isFresh(session, now))
                .orElseThrow(() -> new DomainFault.Unauthenticated("The session has ended; log in again."));
        if (found.lastUsed() == null || found.lastUsed().plus(LAZY).isBefore(now)) {
            db.run(connection -> seen(connection, hash, now));
        }
        return found.actor();
    }

    private boolean isFresh(ActorSql.Found session, Instant now) {
        return session.lastUsed() != null
                && session.lastUsed().plus(settings.sessionIdle()).isAfter(now);
    }

    private static void seen(Connection connection, byte[] hash, Instant now) throws SQLException {
        try (PreparedStatement s =
                connection.prepareStatement("UPDATE web_session SET last_seen_at = ? WHERE id_hash = ?")) {
            s.setObject(1, ActorSql.utc(now));
            s.setBytes(2, hash);
            s.executeUpdate();
        }
    }
}
