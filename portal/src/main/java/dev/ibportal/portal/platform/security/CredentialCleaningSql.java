package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.jobs.Cleaning;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Sessions and personal tokens of people that ended long ago. The audit log keeps that they were there. */
@Singleton
class CredentialCleaningSql implements Cleaning {
    /** For so long, people see in their list that a token has ended. */
    private static final Duration TOKENS_KEPT = Duration.ofDays(90);

    private final PortalSettings settings;

    CredentialCleaningSql(PortalSettings settings) {
        this.settings = settings;
    }

    @Override
    public String what() {
        return "ended sessions and personal tokens";
    }

    @Override
    public int clean(Connection connection, Instant now, int most) throws SQLException {
        int sessions = Sql.of("""
                        DELETE FROM web_session WHERE id_hash IN (
                          SELECT id_hash FROM web_session WHERE expires_at < ? OR last_seen_at < ? LIMIT ?
                          FOR UPDATE SKIP LOCKED)""", now, now.minus(settings.sessionIdle()), most).update(connection);
        int tokens = Sql.of("""
                        DELETE FROM api_token WHERE id IN (
                          SELECT id FROM api_token WHERE least(expires_at, revoked_at) < ? LIMIT ?
                          FOR UPDATE SKIP LOCKED)""", now.minus(TOKENS_KEPT), most).update(connection);
        return Math.max(sessions, tokens);
    }
}
