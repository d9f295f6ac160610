package dev.ibportal.portal.platform.security;

import io.quarkus.security.identity.SecurityIdentity;
import java.security.Principal;
import java.util.Optional;

/** The actor as the security layer carries it. */
record ActorPrincipal(Actor actor) implements Principal {
    @Override
    public String getName() {
        return actor.login();
    }

    static Optional<Actor> of(SecurityIdentity identity) {
        return identity.getPrincipal() instanceof ActorPrincipal principal
                ? Optional.of(principal.actor())
                : Optional.empty();
    }
}
