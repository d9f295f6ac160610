package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.InvalidValueException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A form that was read and found acceptable. */
record UserText(String login, DisplayName name, Set<Grant> roles) {
    private static final String LOGIN = "[a-z0-9][a-z0-9._@+-]{0,99}";

    record Grant(Role role, @Nullable UUID tenant) {}

    static UserText of(UserForm form) {
        UserText text = withoutRoles(form.login(), form.name());
        return new UserText(text.login, text.name, grants(form.roles() == null ? List.of() : form.roles()));
    }

    static UserText withoutRoles(@Nullable String login, @Nullable String name) {
        String account = Field.required("login", login, UserText::login);
        return new UserText(
                account,
                name == null ? new DisplayName(account) : Field.read("name", name, DisplayName::new),
                Set.of());
    }

    private static String login(String text) {
        String login = text.strip().toLowerCase(Locale.ROOT);
        if (!login.matches(LOGIN)) {
            throw new InvalidValueException(
                    "login.syntax",
                    "a log-in name begins with a letter or digit and goes on with letters, digits and . _ @ + -,"
                            + " 100 characters at most, all ASCII",
                    text);
        }
        return login;
    }

    private static Set<Grant> grants(List<UserForm.RoleForm> forms) {
        if (forms.isEmpty()) {
            throw new DomainFault.Invalid("roles", "is missing: a person needs at least one role");
        }
        Set<Grant> grants = new LinkedHashSet<>();
        for (int i = 0; i < forms.size(); i++) {
            grants.add(grant("roles[" + i + "]", forms.get(i)));
        }
        return grants;
    }

    private static Grant grant(String field, UserForm.RoleForm form) {
        String text = form.role() == null ? "" : form.role();
        Role role = Role.of(text)
                .orElseThrow(() -> new DomainFault.Invalid(
                        field + ".role",
                        "\"" + text + "\" is no role; there are "
                                + Arrays.stream(Role.values()).map(Role::text).collect(Collectors.joining(", "))));
        if (role == Role.OPERATOR && form.tenant() != null) {
            throw new DomainFault.Invalid(field + ".tenant", "an operator is one for the whole portal: leave it out");
        }
        if ((role == Role.TENANT_ADMIN || role == Role.TENANT_MEMBER) && form.tenant() == null) {
            throw new DomainFault.Invalid(field + ".tenant", "is missing: a " + role.text() + " is one of a tenant");
        }
        return new Grant(role, form.tenant());
    }
}
