package dev.ibportal.portal.ipam;

import dev.ibportal.types.InvalidValueException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The end of a reservation as it is typed: a day, which counts to its end (UTC), or a time. */
final class ReservedUntil {
    private ReservedUntil() {}

    /** @throws InvalidValueException if it is neither, or over */
    static Instant parse(String text, Instant now) {
        Instant until = read(text.strip());
        if (!until.isAfter(now)) {
            throw new InvalidValueException("until.past", "\"" + text + "\" is over; give a later day or time", text);
        }
        return until;
    }

    private static Instant read(String text) {
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text)
                            .plusDays(1)
                            .atStartOfDay(ZoneOffset.UTC)
                            .toInstant()
                    : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new InvalidValueException(
                    "until.syntax",
                    "\"" + text + "\" is no day like 2027-01-31 and no time like 2027-01-31T12:00:00Z",
                    text);
        }
    }
}
