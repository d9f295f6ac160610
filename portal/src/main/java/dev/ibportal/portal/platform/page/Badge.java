package dev.ibportal.portal.platform.page;

import java.util.Locale;

/** A state as people see it: a colour, and always a sign and words too. Public for the templates. */
public record Badge(Tone tone, String label) {

    /** What a state means for the person who looks at it. */
    public enum Tone {
        GOOD("circle-check"),
        BUSY("hourglass"),
        WARN("alert-triangle"),
        BAD("circle-x"),
        UNKNOWN("help-circle"),
        OFF("ban"),
        /** Says what is, and not whether that is well. */
        PLAIN("network");

        private final String icon;

        Tone(String icon) {
            this.icon = icon;
        }

        public String icon() {
            return icon;
        }

        public String css() {
            return "state-" + name().toLowerCase(Locale.ROOT);
        }
    }

    public static Badge good(String label) {
        return new Badge(Tone.GOOD, label);
    }

    public static Badge busy(String label) {
        return new Badge(Tone.BUSY, label);
    }

    public static Badge warn(String label) {
        return new Badge(Tone.WARN, label);
    }

    public static Badge bad(String label) {
        return new Badge(Tone.BAD, label);
    }

    public static Badge unknown(String label) {
        return new Badge(Tone.UNKNOWN, label);
    }

    public static Badge off(String label) {
        return new Badge(Tone.OFF, label);
    }

    public static Badge plain(String label) {
        return new Badge(Tone.PLAIN, label);
    }

    public String icon() {
        return tone.icon();
    }

    public String css() {
        return tone.css();
    }
}
