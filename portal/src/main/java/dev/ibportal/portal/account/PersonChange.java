package dev.ibportal.portal.account;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an operator can change of a person, whole. Roles in tenants are changed there.
 *
 * @param disabled whether the person cannot log in
 * @param vouched whether an operator answers for it that this is nobody who has another account
 * @param portalRoles roles for the whole portal: operator, planner, auditor
 */
public record PersonChange(
        @Nullable String name,
        @Nullable Boolean disabled,
        @Nullable Boolean vouched,
        @Nullable List<String> portalRoles) {
    static PersonChange of(UserView user) {
        return new PersonChange(user.name(), user.disabledAt() != null, user.vouched(), user.portalRoles());
    }

    PersonChange withName(@Nullable String other) {
        return new PersonChange(other, disabled, vouched, portalRoles);
    }

    PersonChange withDisabled(boolean other) {
        return new PersonChange(name, other, vouched, portalRoles);
    }

    PersonChange withVouched() {
        return new PersonChange(name, disabled, true, portalRoles);
    }

    PersonChange withPortalRoles(List<String> others) {
        return new PersonChange(name, disabled, vouched, others);
    }
}
