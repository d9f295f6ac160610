package dev.ibportal.diagnosis;

import java.util.Locale;

/** Where a link was looked at. */
public enum Place {
    /** The end that asks. */
    HERE,
    /** The end that does not answer. */
    THERE,
    /** Both ends compared. */
    BETWEEN,
    FABRIC;

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
