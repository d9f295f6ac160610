package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.jobs.Cleaning;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** Answers that were kept for repeated requests; also those of people who never came back. */
@Singleton
class IdempotencyCleaningSql implements Cleaning {
    private static final Duration KEPT = Duration.ofDays(1);

    @Override
    public String what() {
        return "kept answers";
    }

    @Override
    public int clean(Connection connection, Instant now, int most) throws SQLException {
        return Sql.of("""
                        DELETE FROM idempotency WHERE (user_id, key) IN (
                          SELECT user_id, key FROM idempotency WHERE created_at < ? LIMIT ? FOR UPDATE SKIP LOCKED)""", now.minus(KEPT), most).update(connection);
    }
}
