package dev.ibportal.portal.platform.security;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a person is to the portal or to one tenant; the text is the one in the database. */
public enum Role {
    OPERATOR,
    TENANT_ADMIN,
    PLANNER,
    AUDITOR;

    public static Optional<Role> of(String text) {
        return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
