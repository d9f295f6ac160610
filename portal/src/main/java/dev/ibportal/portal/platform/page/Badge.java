package dev.ibportal.portal.platform.page;

/** A state as people see it: a colour, and always a sign and words too. */
public record Badge(Tone tone, String label) {

    /** What a state means for the person who looks at it. */
    public enum Tone {
        GOOD("circle-check"),
        BUSY("hourglass"),
        WARN("alert-triangle"),
        BAD("circle-x"),
        UNKNOWN("help-circle"),
        OFF("ban");

        private final String icon;

        Tone(String icon) {
            this.icon = icon;
        }

        public String icon() {
            return icon;
        }

        public String css() {
            return "state-" + name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public String icon() {
        return tone.icon();
    }

    public String css() {
        return tone.css();
    }
}
