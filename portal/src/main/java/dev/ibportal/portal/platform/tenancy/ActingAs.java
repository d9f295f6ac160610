package dev.ibportal.portal.platform.tenancy;

import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs work outside of any request as somebody, for one tenant or (with none) for nobody in particular. */
@ApplicationScoped
public class ActingAs {
    private final CurrentActor actors;
    private final TenantContext tenants;

    ActingAs(CurrentActor actors, TenantContext tenants) {
        this.actors = actors;
        this.tenants = tenants;
    }

    public <T> T call(Actor actor, @Nullable UUID tenant, Supplier<T> work) {
        ManagedContext request = Arc.container().requestContext();
        if (request.isActive()) {
            throw new IllegalStateException("a request is active, and it acts for its own person");
        }
        request.activate();
        try {
            actors.become(actor);
            if (tenant != null) {
                tenants.actFor(tenant);
            }
            return work.get();
        } finally {
            request.terminate();
        }
    }
}
