package dev.ibportal.diagnosis;

/**
 * Why a link is broken.
 *
 * @param message with what was found
 * @param certain false: likely, because something that matters could not be told
 */
public record Cause(KnownCause known, String message, boolean certain) {
    public static Cause certain(KnownCause known, String message) {
        return new Cause(known, message, true);
    }

    public static Cause likely(KnownCause known, String message) {
        return new Cause(known, message, false);
    }

    Cause onlyLikely() {
        return new Cause(known, message, false);
    }
}
