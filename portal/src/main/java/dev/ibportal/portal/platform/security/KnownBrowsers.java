package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Browsers in which somebody has logged in before; they give no right, only a count of wrong tries of their own. */
@ApplicationScoped
public class KnownBrowsers {
    public static final Duration LIFE = Duration.ofDays(180);
    private static final int ID_LENGTH = 43;

    private final FabricDb db;
    private final Clock clock;

    KnownBrowsers(FabricDb db, Clock clock) {
        this.db = db;
        this.clock = clock;
    }

    boolean knows(String login, String browser) {
        Instant old = clock.instant().minus(LIFE);
        return db.read(connection -> Sql.of(
                        "SELECT FROM known_browser b JOIN app_user u ON u.id = b.user_id"
                                + " WHERE b.id_hash = ? AND u.login = ? AND b.last_used_at > ?",
                        Secrets.hash(browser),
                        login,
                        old)
                .exists(connection));
    }

    /** Answers the id that the browser keeps from now on: its own if it was this person's already, else a new one. */
    public String remember(Connection connection, UUID person, @Nullable String browser) throws SQLException {
        Instant now = clock.instant();
        if (browser != null
                && Sql.of(
                                        "UPDATE known_browser SET last_used_at = ? WHERE id_hash = ? AND user_id = ?",
                                        now,
                                        Secrets.hash(browser),
                                        person)
                                .update(connection)
                        > 0) {
            return browser;
        }
        String fresh = Secrets.random(ID_LENGTH);
        Sql.of("DELETE FROM known_browser WHERE last_used_at < ?", now.minus(LIFE))
                .update(connection);
        Sql.of(
                        "INSERT INTO known_browser (id_hash, user_id, last_used_at) VALUES (?, ?, ?)",
                        Secrets.hash(fresh),
                        person,
                        now)
                .update(connection);
        return fresh;
    }

    public void forget(Connection connection, UUID person) throws SQLException {
        Sql.of("DELETE FROM known_browser WHERE user_id = ?", person).update(connection);
    }
}
