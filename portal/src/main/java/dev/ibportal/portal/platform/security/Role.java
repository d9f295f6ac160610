package dev.ibportal.portal.platform.security;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a person is to the portal or to one tenant; the text is the one in the database. */
public enum Role {
    OPERATOR,
    TENANT_ADMIN,
    TENANT_MEMBER,
    PLANNER,
    AUDITOR;

    public static Optional<Role> of(String text) {
        return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
    }

    /** Those that a tenant's admin can give to the tenant's people and programs. */
    public static List<Role> ofTenants() {
        return List.of(TENANT_ADMIN, TENANT_MEMBER, PLANNER, AUDITOR);
    }

    /** Those that one can have for the whole portal. */
    public static List<Role> ofPortal() {
        return List.of(OPERATOR, PLANNER, AUDITOR);
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
