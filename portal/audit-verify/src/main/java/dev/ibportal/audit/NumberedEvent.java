package dev.ibportal.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A number of the log, and the event it was given to.
 *
 * @param event none when it is not there any more
 */
@SuppressWarnings("ArrayRecordComponent")
public record NumberedEvent(
        long number,
        long eventId,
        Instant eventAt,
        byte[] digest,
        byte[] link,
        @Nullable AuditRecord event) {}
