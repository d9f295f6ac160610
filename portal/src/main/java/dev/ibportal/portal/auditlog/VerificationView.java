package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.LogReport;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A check of the whole log.
 *
 * @param report what it found; none while it runs
 */
public record VerificationView(
        UUID id,
        String askedBy,
        Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable LogReport report) {
    public boolean running() {
        return finishedAt == null;
    }

    public boolean whole() {
        return report != null && report.whole();
    }
}
