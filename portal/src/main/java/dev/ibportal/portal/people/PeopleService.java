package dev.ibportal.portal.people;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Who has which role in a tenant. */
@ApplicationScoped
public class PeopleService {
    private static final String KIND = "user";

    private final TenantDoor door;
    private final PeopleSql sql;
    private final InvitationSql invitations;
    private final FabricDb db;
    private final AuditLog audit;
    private final Clock clock;

    PeopleService(TenantDoor door, PeopleSql sql, InvitationSql invitations, FabricDb db, AuditLog audit, Clock clock) {
        this.invitations = invitations;
        this.clock = clock;
        this.door = door;
        this.sql = sql;
        this.db = db;
        this.audit = audit;
    }

    public Page<TenantPerson> list(UUID tenant, PageRequest page) {
        door.enter(tenant);
        return db.read(connection -> sql.page(connection, tenant, page));
    }

    public TenantPerson get(UUID tenant, UUID person) {
        door.enter(tenant);
        return db.read(connection -> sql.find(connection, tenant, person)).orElseThrow(() -> missing(person));
    }

    /** Sets all roles that somebody has in the tenant; with none they have nothing to do with it any more. */
    public TenantPerson setRoles(UUID tenant, UUID person, @Nullable List<String> wanted) {
        door.enter(tenant);
        Set<Role> roles = roles(wanted);
        if (person.equals(door.actor().userId()) && !maySetAnybodys()) {
            throw new DomainFault.Conflict(
                    "own-roles", "Nobody changes their own roles; ask another admin of the tenant, or an operator.");
        }
        roles.forEach(role -> door.requireMayGive(tenant, role));
        return db.write(connection -> {
            sql.lock(connection, tenant);
            TenantPerson before = known(connection, tenant, person);
            requireAnAdminRemains(connection, tenant, before, roles);
            sql.setRoles(connection, tenant, person, roles);
            TenantPerson after = new TenantPerson(
                    person,
                    before.login(),
                    before.name(),
                    roles.stream().map(Role::text).toList());
            audit.record(
                    connection,
                    AuditEntry.success("user.change-roles", KIND, person, before.login())
                            .tenant(tenant)
                            .before(Map.of("roles", before.roles()))
                            .after(Map.of("roles", after.roles())));
            if (before.is(Role.TENANT_ADMIN.text()) && !roles.contains(Role.TENANT_ADMIN)) {
                revokeInvitations(connection, tenant, after);
            }
            return after;
        });
    }

    /** Nobody comes back by an invitation of their own, nor lets others in after they may not any more. */
    private void revokeInvitations(Connection connection, UUID tenant, TenantPerson maker) throws SQLException {
        for (InvitationSql.Revoked open : invitations.revokeOf(connection, tenant, maker.login(), clock.instant())) {
            audit.record(
                    connection,
                    AuditEntry.success("invitation.revoke", "invitation", open.id(), open.note())
                            .tenant(tenant)
                            .before(Map.of("role", open.role(), "note", open.note()))
                            .after(Map.of("because", maker.login() + " is no tenant admin any more")));
        }
    }

    private boolean maySetAnybodys() {
        return door.actor().mayEverywhere(Permissions.USER_WRITE);
    }

    private TenantPerson known(Connection connection, UUID tenant, UUID person) throws SQLException {
        TenantPerson known = sql.find(connection, tenant, person).orElse(null);
        if (known == null && maySetAnybodys()) {
            known = sql.stranger(connection, person).orElse(null);
        }
        if (known == null) {
            throw missing(person);
        }
        return known;
    }

    private void requireAnAdminRemains(Connection connection, UUID tenant, TenantPerson before, Set<Role> roles)
            throws SQLException {
        boolean loses = before.is(Role.TENANT_ADMIN.text()) && !roles.contains(Role.TENANT_ADMIN);
        if (loses && !maySetAnybodys() && !sql.hasOtherAdmin(connection, tenant, before.id())) {
            throw new DomainFault.Conflict(
                    "last-admin",
                    before.login() + " is the tenant's last admin; make somebody else one first, or ask an operator.");
        }
    }

    private static Set<Role> roles(@Nullable List<String> wanted) {
        if (wanted == null) {
            throw new DomainFault.Invalid("roles", "is missing; an empty list takes all roles away");
        }
        Set<Role> roles = new LinkedHashSet<>();
        for (int i = 0; i < wanted.size(); i++) {
            roles.add(TenantDoor.role("roles[" + i + "]", wanted.get(i)));
        }
        return roles;
    }

    private static DomainFault.NotFound missing(UUID person) {
        return new DomainFault.NotFound(KIND, person);
    }
}
