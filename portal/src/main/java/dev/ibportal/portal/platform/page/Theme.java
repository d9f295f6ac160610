package dev.ibportal.portal.platform.page;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Chosen on the server and kept in a cookie, so that no page flashes in the other colours first. */
public enum Theme {
    SYSTEM,
    LIGHT,
    DARK;

    static Theme of(@Nullable String text) {
        for (Theme theme : values()) {
            if (theme.text().equals(text)) {
                return theme;
            }
        }
        return SYSTEM;
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
