package dev.ibportal.portal.auditlog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.audit.LogReport;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Checks of the log that were asked for. */
@ApplicationScoped
class VerificationSql {
    private static final String COLUMNS =
            "SELECT id, asked_by, started_at, finished_at, result FROM audit_verification ";

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final long LOCK = 0x617564766572L;

    private final ObjectMapper json;

    VerificationSql(ObjectMapper json) {
        this.json = json;
    }

    /** Whoever begins a check waits for others who do. */
    void lock(Connection connection) throws SQLException {
        Sql.of("SELECT pg_advisory_xact_lock(?)", LOCK).exists(connection);
    }

    /** Checks that have not ended for so long that nobody is at them any more. */
    void breakOff(Connection connection, LogReport report, Instant at) throws SQLException {
        Sql.of(
                        "UPDATE audit_verification SET finished_at = ?, result = ?::jsonb"
                                + " WHERE finished_at IS NULL AND started_at < ?",
                        at,
                        text(report),
                        at.minus(LONGEST))
                .update(connection);
    }

    Optional<VerificationView> running(Connection connection) throws SQLException {
        return Sql.of(COLUMNS + "WHERE finished_at IS NULL ORDER BY started_at LIMIT 1")
                .first(connection, this::view);
    }

    void begin(Connection connection, UUID id, String askedBy, Instant at) throws SQLException {
        Sql.of("INSERT INTO audit_verification (id, asked_by, started_at) VALUES (?, ?, ?)", id, askedBy, at)
                .update(connection);
    }

    void finish(Connection connection, UUID id, LogReport report, Instant at) throws SQLException {
        Sql.of("UPDATE audit_verification SET finished_at = ?, result = ?::jsonb WHERE id = ?", at, text(report), id)
                .update(connection);
    }

    Optional<VerificationView> find(Connection connection, UUID id) throws SQLException {
        return Sql.of(COLUMNS + "WHERE id = ?", id).first(connection, this::view);
    }

    List<VerificationView> latest(Connection connection, int most) throws SQLException {
        return Sql.of(COLUMNS + "ORDER BY started_at DESC LIMIT ?", most).list(connection, this::view);
    }

    private VerificationView view(ResultSet row) throws SQLException {
        return new VerificationView(
                Rows.id(row, "id"),
                row.getString("asked_by"),
                Rows.instant(row, "started_at"),
                Rows.instantOrNull(row, "finished_at"),
                report(row.getString("result")));
    }

    private String text(LogReport report) {
        try {
            return json.writeValueAsString(report);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report is always JSON", e);
        }
    }

    private @Nullable LogReport report(@Nullable String text) {
        try {
            return text == null ? null : json.readValue(text, LogReport.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database holds a report that is none", e);
        }
    }
}
