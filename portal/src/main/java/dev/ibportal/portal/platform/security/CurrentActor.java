package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who acts in this request, or in this piece of background work. */
@RequestScoped
public class CurrentActor {
    private final SecurityIdentity identity;
    private @Nullable Actor chosen;

    CurrentActor(SecurityIdentity identity) {
        this.identity = identity;
    }

    public Actor get() {
        return find().orElseThrow(() -> new DomainFault.Unauthenticated("Log in first."));
    }

    public Optional<Actor> find() {
        return chosen != null ? Optional.of(chosen) : ActorPrincipal.of(identity);
    }

    /** Who asks, where no request of the framework is active; nobody when a request is refused before that is known. */
    public static Optional<Actor> find(RoutingContext context) {
        return context.user() instanceof QuarkusHttpUser user
                ? ActorPrincipal.of(user.getSecurityIdentity())
                : Optional.empty();
    }

    /** For work that no person's request started, and for a request that has only now found out who asks. */
    public void become(Actor actor) {
        chosen = actor;
    }
}
