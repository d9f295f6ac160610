package dev.ibportal.portal.session;

import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.jobs.Cleaning;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * Certificates and tokens of nodes that ended long ago. A certificate whose row is gone is unknown and gets in as little
 * as a denied one; the deny list is needed only for as long as the handshake alone would let it in.
 */
@Singleton
class EnrolmentCleaningSql implements Cleaning {
    /** More than any clock is wrong by. */
    private static final Duration CERTIFICATES_KEPT = Duration.ofDays(1);

    /** For so long, whoever sends one is told that it has ended or was used. */
    private static final Duration TOKENS_KEPT = Duration.ofDays(30);

    @Override
    public String what() {
        return "ended certificates and enrolment tokens of nodes";
    }

    @Override
    public int clean(Connection connection, Instant now, int most) throws SQLException {
        int certificates = Sql.of("""
                        DELETE FROM node_certificate WHERE serial IN (
                          SELECT serial FROM node_certificate WHERE not_after < ? ORDER BY not_after LIMIT ?
                          FOR UPDATE SKIP LOCKED)""", now.minus(CERTIFICATES_KEPT), most).update(connection);
        int tokens = Sql.of("""
                        DELETE FROM enrolment_token WHERE id IN (
                          SELECT id FROM enrolment_token WHERE expires_at < ? ORDER BY expires_at LIMIT ?
                          FOR UPDATE SKIP LOCKED)""", now.minus(TOKENS_KEPT), most).update(connection);
        return Math.max(certificates, tokens);
    }
}
