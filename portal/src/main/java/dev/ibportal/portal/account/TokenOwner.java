package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.security.Actor;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whose tokens are meant.
 *
 * @param tenant of a service account; null for a person's own
 * @param permissions what its tokens can be narrowed to
 * @param scopes what a token gets when nobody says anything; null: all of the owner's
 */
public record TokenOwner(
        UUID user,
        @Nullable UUID tenant,
        Set<String> permissions,
        @Nullable Set<String> scopes) {
    public TokenOwner {
        permissions = Set.copyOf(permissions);
        scopes = scopes == null ? null : Set.copyOf(scopes);
    }

    /** Somebody themselves: a token made with a narrowed token is at least as narrow. */
    static TokenOwner self(Actor actor) {
        return new TokenOwner(actor.requireUserId(), null, actor.permissions(), actor.scopes());
    }

    boolean isService() {
        return tenant != null;
    }
}
