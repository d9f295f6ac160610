package dev.ibportal.portal.account;

import org.jspecify.annotations.Nullable;

/**
 * What an operator can change of a person, whole. Roles in tenants are changed there.
 *
 * @param disabled whether the person cannot log in
 */
public record PersonChange(@Nullable String name, @Nullable Boolean disabled) {
    static PersonChange of(UserView user) {
        return new PersonChange(user.name(), user.disabledAt() != null);
    }
}
