package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Settles for which tenant people and programs are meant, and what the one who asks may hand on. */
@ApplicationScoped
class TenantDoor {
    private final TenantContext context;
    private final CurrentActor actors;
    private final Scope scope;

    TenantDoor(TenantContext context, CurrentActor actors, Scope scope) {
        this.context = context;
        this.actors = actors;
        this.scope = scope;
    }

    /**
     * From here on the request acts for this tenant.
     *
     * @return its name
     */
    String enter(UUID tenant) {
        context.actFor(tenant);
        return scope.read(connection -> Sql.of("SELECT name FROM tenant WHERE id = ?", tenant)
                        .first(connection, row -> row.getString("name")))
                .orElseThrow(() -> new DomainFault.NotFound("tenant", tenant));
    }

    Actor actor() {
        return actors.get();
    }

    /** A role that a tenant's people and programs can have. */
    static Role role(String field, @Nullable String text) {
        return Role.of(text == null ? "" : text)
                .filter(Role.ofTenants()::contains)
                .orElseThrow(() -> new DomainFault.Invalid(
                        field,
                        (text == null ? "is missing" : "\"" + text + "\" is no role in a tenant") + "; there are "
                                + Arrays.stream(Role.values())
                                        .filter(Role.ofTenants()::contains)
                                        .map(Role::text)
                                        .collect(Collectors.joining(", "))));
    }

    /** Nobody hands on more than they have: a narrowed token cannot make itself a wider one. */
    void requireMayGive(UUID tenant, Role role) {
        Actor giver = actors.get();
        Set<String> more = permissions(tenant, role);
        more.removeIf(permission -> giver.may(permission, tenant));
        if (!more.isEmpty()) {
            throw new DomainFault.Forbidden("You cannot give the role " + role.text()
                    + ": it includes what you do not have here, " + String.join(", ", more) + ".");
        }
    }

    /** What somebody with this role may do in the tenant, but for making tokens of their own. */
    static Set<String> permissions(UUID tenant, Role role) {
        Actor somebody = new Actor(null, "", "", Set.of(new Actor.Grant(role, tenant)), false);
        Set<String> permissions = somebody.permissions();
        permissions.remove(Permissions.TOKEN_OWN);
        return permissions;
    }
}
