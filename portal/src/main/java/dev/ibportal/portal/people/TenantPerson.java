package dev.ibportal.portal.people;

import java.util.List;
import java.util.UUID;

/**
 * Somebody who has to do with a tenant.
 *
 * @param roles those in this tenant
 */
public record TenantPerson(UUID id, String login, String name, List<String> roles) {
    public TenantPerson {
        roles = List.copyOf(roles);
    }

    public boolean is(String role) {
        return roles.contains(role);
    }
}
