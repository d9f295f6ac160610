package dev.ibportal.portal.plan;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a daemon did as root. Public for the templates.
 *
 * @param kind {@code command}, {@code file_written}, {@code file_deleted}, {@code begun}, {@code committed},
 *     {@code rolled_back}, {@code drift} or {@code refused}
 * @param words command with its arguments, or the path of a file
 */
public record JournalView(
        long number,
        Instant at,
        String kind,
        String planDigest,
        List<String> words,
        @Nullable Integer exitCode,
        @Nullable Long tookMicros,
        String detail) {
    public JournalView {
        words = List.copyOf(words);
    }

    public String text() {
        return String.join(" ", words);
    }

    /** In milliseconds, as people read it; empty where nothing was measured. */
    public String took() {
        return tookMicros == null ? "" : String.format(java.util.Locale.ROOT, "%.1f ms", tookMicros / 1000.0);
    }

    public String shortDigest() {
        return planDigest.length() <= 12 ? planDigest : planDigest.substring(0, 12);
    }
}
