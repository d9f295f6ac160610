package dev.ibportal.portal.account;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A person.
 *
 * @param disabledAt since when the person cannot log in; absent: can
 * @param vouched whether an operator or an OpenID provider answers for who it is; not so after an invitation of a tenant's
 * @param version for the header {@code If-Match} of a change
 * @param oneTimePassword only in the answer that made it
 */
public record UserView(
        UUID id,
        String login,
        String name,
        List<RoleView> roles,
        boolean mustChangePassword,
        Instant createdAt,
        @Nullable Instant disabledAt,
        boolean vouched,
        int version,
        @Nullable String oneTimePassword) {
    public UserView {
        roles = List.copyOf(roles);
    }

    public record RoleView(String role, @Nullable UUID tenant) {}

    /** Those for the whole portal, in order. */
    List<String> portalRoles() {
        return roles.stream()
                .filter(role -> role.tenant() == null)
                .map(RoleView::role)
                .sorted()
                .toList();
    }

    UserView withRoles(List<RoleView> others) {
        return new UserView(
                id, login, name, others, mustChangePassword, createdAt, disabledAt, vouched, version, oneTimePassword);
    }

    UserView withOneTimePassword(@Nullable String password) {
        return new UserView(
                id, login, name, roles, mustChangePassword, createdAt, disabledAt, vouched, version, password);
    }
}
