package dev.ibportal.portal.fabric;

import dev.ibportal.types.InvalidValueException;
import java.util.Locale;

/** What manages a fabric. */
public enum SmKind {
    OPENSM("OpenSM"),
    UFM("UFM");

    private final String label;

    SmKind(String label) {
        this.label = label;
    }

    /** As it stands in the database and in the API. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What people call it. */
    public String label() {
        return label;
    }

    /** @throws InvalidValueException if it is neither */
    public static SmKind parse(String text) {
        return switch (text) {
            case "opensm" -> OPENSM;
            case "ufm" -> UFM;
            default ->
                throw new InvalidValueException(
                        "sm-kind.unknown", "\"" + text + "\" cannot be driven; \"opensm\" and \"ufm\" can", text);
        };
    }
}
