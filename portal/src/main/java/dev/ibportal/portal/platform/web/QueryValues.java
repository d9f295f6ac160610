package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.Malformed;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads query parameters. Endpoints take them as text, because the framework answers what it cannot convert with a 404
 * that names nothing.
 */
public final class QueryValues {
    private QueryValues() {}

    /** @throws Malformed if it is no whole number from {@code least} to {@code most} */
    public static int number(String name, String text, int least, int most) {
        int number;
        try {
            number = Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw because(
                    e,
                    new Malformed(
                            name + " \"" + text + "\" is no whole number; " + span(least, most) + " is expected."));
        }
        if (number < least || number > most) {
            throw new Malformed(name + " " + number + " is outside " + span(least, most) + ".");
        }
        return number;
    }

    private static String span(int least, int most) {
        return least + " to " + most;
    }

    /** @throws Invalid if it is there but no id */
    public static @Nullable UUID id(String name, @Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return UUID.fromString(text.strip());
        } catch (IllegalArgumentException e) {
            throw because(e, new Invalid(name, "\"" + text + "\" is no id; a UUID is expected"));
        }
    }

    /** @throws Invalid if it is there but none of these */
    public static @Nullable String oneOf(String name, @Nullable String text, Collection<String> possible) {
        if (text == null || text.isBlank()) {
            return null;
        }
        if (!possible.contains(text.strip())) {
            throw new Invalid(name, "\"" + text + "\" is none; there are " + String.join(", ", possible));
        }
        return text.strip();
    }

    private static DomainFault because(RuntimeException cause, DomainFault fault) {
        fault.addSuppressed(cause);
        return fault;
    }
}
