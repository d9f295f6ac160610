package dev.ibportal.portal.session.core;

import dev.ibportal.types.InvalidValueException;
import java.util.UUID;

/** Ids as daemons send them. */
public final class Ids {
    private static final int LENGTH = 36;

    private Ids() {}

    /** @throws InvalidValueException if it is no UUID in its usual form */
    public static UUID parse(String text, String field) {
        try {
            if (text.length() == LENGTH) {
                return UUID.fromString(text);
            }
        } catch (IllegalArgumentException e) {
            throw invalid(text, field);
        }
        throw invalid(text, field);
    }

    private static InvalidValueException invalid(String text, String field) {
        return new InvalidValueException("id.syntax", field + " \"" + text + "\" is no id (a UUID)", text);
    }
}
