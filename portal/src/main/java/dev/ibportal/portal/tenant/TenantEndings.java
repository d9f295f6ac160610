package dev.ibportal.portal.tenant;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.tenant.TenantEndingSql.Person;
import dev.ibportal.portal.tenant.TenantEndingSql.Thing;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What ends with a tenant beside its partitions: each thing gets an event of its own, for each has a history of its own. */
@ApplicationScoped
class TenantEndings {
    private static final Map<String, String> REMOVED = Map.of("because", "tenant removed");
    private static final Map<String, String> GONE = Map.of("because", "tenant gone");

    private final TenantEndingSql sql;

    TenantEndings(TenantEndingSql sql) {
        this.sql = sql;
    }

    /** To be asked before the things are ended. */
    List<AuditEntry> of(Connection connection, UUID tenant) throws SQLException {
        List<AuditEntry> events = new ArrayList<>();
        for (Thing invitation : sql.invitations(connection, tenant)) {
            events.add(event("invitation.revoke", "invitation", invitation).after(REMOVED));
        }
        for (Thing account : sql.serviceAccounts(connection, tenant)) {
            events.add(
                    event("service-account.remove", "service-account", account).after(REMOVED));
        }
        for (Thing token : sql.tokens(connection, tenant)) {
            events.add(event("token.revoke", "token", token).after(REMOVED));
        }
        for (Person person : sql.people(connection, tenant)) {
            events.add(AuditEntry.success("user.change-roles", "user", person.id(), person.login())
                    .before(Map.of("roles", person.roles()))
                    .after(Map.of("roles", List.of(), "because", "tenant removed")));
        }
        return events;
    }

    /** The nodes that the tenant can use no more now that nothing of it is on them; to be asked before that. */
    List<AuditEntry> ofGrants(Connection connection, UUID tenant, String tenantName) throws SQLException {
        List<AuditEntry> events = new ArrayList<>();
        for (Thing node : sql.nodes(connection, tenant)) {
            events.add(event("node.revoke", "node", node)
                    .before(Map.of("tenant", tenantName))
                    .after(GONE));
        }
        return events;
    }

    private static AuditEntry event(String action, String kind, Thing thing) {
        return AuditEntry.success(action, kind, thing.id(), thing.name());
    }
}
