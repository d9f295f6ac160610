package dev.ibportal.portal.platform.security;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who acts: a person, or a part of the portal itself.
 *
 * @param userId nobody's for a part of the portal
 * @param login what the audit log calls it
 * @param name what pages call it
 * @param grants what it is to whom
 * @param mustChangePassword true until the one-time password was changed; nothing else is possible then
 * @param scopes what the credential is narrowed to; null: all that the roles allow
 * @param until when the token ends by which it acts; null: another credential, or no end
 */
public record Actor(
        @Nullable UUID userId,
        String login,
        String name,
        Set<Grant> grants,
        boolean mustChangePassword,
        @Nullable Set<String> scopes,
        @Nullable Instant until) {
    public Actor {
        grants = Set.copyOf(grants);
        scopes = scopes == null ? null : Set.copyOf(scopes);
    }

    /** Somebody with all that the roles allow. */
    public Actor(@Nullable UUID userId, String login, String name, Set<Grant> grants, boolean mustChangePassword) {
        this(userId, login, name, grants, mustChangePassword, null, null);
    }

    /**
     * A role, for one tenant or, with {@code null}, for the whole portal. A planner of the whole portal reads everything,
     * as an auditor does.
     */
    public record Grant(Role role, @Nullable UUID tenant) {
        boolean covers(UUID wanted) {
            return tenant == null || tenant.equals(wanted);
        }
    }

    /** A part of the portal, for audit events of background work: {@code system:fabric}. */
    public static Actor system(String part) {
        return new Actor(null, "system:" + part, "system:" + part, Set.of(), false);
    }

    public UUID requireUserId() {
        if (userId == null) {
            throw new IllegalStateException(login + " is no person");
        }
        return userId;
    }

    public boolean isOperator() {
        return grants.stream().anyMatch(grant -> grant.role() == Role.OPERATOR);
    }

    /** Whether one of the roles is for the whole portal. */
    public boolean isPortalWide() {
        return grants.stream().anyMatch(grant -> grant.tenant() == null);
    }

    /** Whether the permission comes from a role for the whole portal. */
    public boolean mayEverywhere(String permission) {
        return grants(grant -> grant.tenant() == null, permission);
    }

    /** Whether there is a tenant, whichever, for which the permission was given. */
    public boolean maySomewhere(String permission) {
        return grants(grant -> true, permission);
    }

    public boolean may(String permission, UUID tenant) {
        return grants(grant -> grant.covers(tenant), permission);
    }

    /** Whether the tenant is one that this actor knows of. */
    public boolean knows(UUID tenant) {
        return grants.stream().anyMatch(grant -> grant.covers(tenant));
    }

    public Set<UUID> tenants() {
        return grants.stream()
                .map(Grant::tenant)
                .flatMap(tenant -> Optional.ofNullable(tenant).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** What this actor may do for at least one tenant, or everywhere; in order. */
    public Set<String> permissions() {
        Set<String> all = new TreeSet<>(RolePermissions.all());
        all.removeIf(permission -> !maySomewhere(permission));
        return all;
    }

    private boolean grants(Predicate<Grant> which, String permission) {
        if (scopes != null && !scopes.contains(permission)) {
            return false;
        }
        return grants.stream()
                .filter(which)
                .anyMatch(grant -> RolePermissions.of(grant.role()).contains(permission));
    }
}
