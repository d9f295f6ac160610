package dev.ibportal.portal.platform.tenancy;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.ChosenTenant;
import dev.ibportal.portal.platform.security.CurrentActor;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.http.HttpMethod;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Named;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The tenant that this request acts for. Chosen by the header {@code X-Tenant} or the query parameter {@code tenant}, by
 * the body ({@link #choose}), by the object that is meant ({@link #enter}), else it is the person's only tenant. It must
 * be settled before a transaction begins: Hibernate and the connection take it as it is then.
 */
@Named("acting")
@RequestScoped
public class TenantContext {
    private final CurrentActor actor;
    private final OwnerSql owners;
    private final Optional<String> named;
    private final boolean reads;
    private Set<String> needed = Set.of();
    private @Nullable UUID tenant;
    private boolean settled;

    TenantContext(CurrentActor actor, OwnerSql owners, CurrentVertxRequest request) {
        this.actor = actor;
        this.owners = owners;
        this.named = Optional.ofNullable(request.getCurrent()).flatMap(ChosenTenant::text);
        this.reads = Optional.ofNullable(request.getCurrent())
                .filter(context -> context.request().method().equals(HttpMethod.GET))
                .isPresent();
    }

    /** The tenant, if one was chosen or the person has only one. */
    public Optional<UUID> tenant() {
        if (!settled && actor.find().isPresent()) {
            settled = true;
            tenant = onlyTenant(actor.get());
            named.ifPresent(text -> actFor(parse(text)));
        }
        return Optional.ofNullable(tenant);
    }

    /** For forms, which stay with the tenant of their page whatever is chosen in another tab meanwhile. */
    public String getActingId() {
        return tenant().map(UUID::toString).orElse("");
    }

    public UUID require() {
        return tenant().orElseThrow(() -> new DomainFault.Invalid(
                "tenant", "say for which tenant: header X-Tenant, query parameter tenant, or field tenant"));
    }

    /** Takes the tenant of the page that a form was on, unless the request names one itself. */
    void stayWith(String acting) {
        if (named.isEmpty() && !acting.isBlank() && actor.find().isPresent()) {
            actFor(parse(acting));
        }
    }

    /** Whether everything is to be seen: no tenant was chosen, and the permission asked for is not one tenant's. */
    public boolean isPortalWide() {
        return tenant().isEmpty()
                && actor.find()
                        .filter(who -> who.isPortalWide() && needed.stream().allMatch(who::mayEverywhere))
                        .isPresent();
    }

    /**
     * Takes the tenant named in a body, if there is one.
     *
     * @return the tenant that the request now acts for
     */
    public UUID choose(@Nullable String text) {
        if (text != null) {
            actFor(parse(text));
        }
        return require();
    }

    /**
     * Acts for the tenant that owns this object, when none was chosen. Whoever may not act for it gets the answer for an
     * object that does not exist.
     */
    public void enter(TenantTable table, UUID id) {
        if (tenant().isPresent()) {
            return;
        }
        UUID owner = owners.find(table, id)
                .filter(actor.get()::knows)
                .orElseThrow(() -> new DomainFault.NotFound(table.kind(), id));
        actFor(owner);
    }

    /** From here on acts for this tenant; refused unless the person may do there what the endpoint asks for. */
    public void actFor(UUID wanted) {
        Actor who = actor.get();
        if (who.userId() != null && !who.knows(wanted)) {
            throw new DomainFault.NotFound("tenant", wanted);
        }
        if (who.userId() != null) {
            needed.stream()
                    .filter(permission -> !who.may(permission, wanted))
                    .findFirst()
                    .ifPresent(permission -> {
                        throw new DomainFault.Forbidden(
                                "Your role for tenant " + wanted + " does not include " + permission + ".");
                    });
        }
        tenant = wanted;
        settled = true;
    }

    /** Told by the security layer: what the endpoint asks for. */
    public void need(Set<String> permissions) {
        needed = Set.copyOf(permissions);
    }

    /** Whether something is read that is there for one of these permissions alone: the form of a change. */
    public boolean isFormFor(Set<String> permissions) {
        return reads && needed.stream().anyMatch(permissions::contains);
    }

    private static UUID parse(String text) {
        return ChosenTenant.parse(text)
                .orElseThrow(() ->
                        new DomainFault.Invalid("tenant", "\"" + text + "\" is no id of a tenant; a UUID is expected"));
    }

    private static @Nullable UUID onlyTenant(Actor who) {
        Set<UUID> tenants = who.tenants();
        return !who.isPortalWide() && tenants.size() == 1 ? tenants.iterator().next() : null;
    }
}
