package dev.ibportal.portal.partition.core;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A port as the live fabric shows it for one key, beside what is wanted of it.
 *
 * @param table what its PKey table says; {@code NOT_KNOWN} when it was never read
 * @param member null: no membership of this partition stands for it
 * @param wish null: nobody wants it in, or it is leaving already
 * @param known whether who looks may be told which port it is
 */
public record LivePort(
        String guid,
        UUID nodeId,
        String node,
        Table table,
        @Nullable Instant seenAt,
        @Nullable UUID member,
        @Nullable String wish,
        boolean known) {
    /** How a key stands in a port's table. */
    public enum Table {
        FULL,
        LIMITED,
        NONE,
        NOT_KNOWN;

        static Table of(@Nullable String wish) {
            return wish == null ? NONE : wish.equals("full") ? FULL : LIMITED;
        }
    }
}
