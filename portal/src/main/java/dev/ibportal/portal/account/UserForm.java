package dev.ibportal.portal.account;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A person to be added.
 *
 * @param password absent: a one-time password is made and told once
 */
public record UserForm(
        @Nullable String login,
        @Nullable String name,
        @Nullable String password,
        @Nullable List<RoleForm> roles) {
    /**
     * @param tenant absent: for the whole portal
     */
    public record RoleForm(@Nullable String role, @Nullable UUID tenant) {}
}
