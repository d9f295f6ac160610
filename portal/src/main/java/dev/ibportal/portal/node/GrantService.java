package dev.ibportal.portal.node;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.node.NodeSql.Room;
import dev.ibportal.portal.node.NodeSql.Uses;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.tenancy.Overreach;
import dev.ibportal.portal.platform.tenancy.TenantRefusals;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Which tenant may use which node. A grant cannot go while something of the tenant is on the node. */
@ApplicationScoped
public class GrantService {
    private static final String FOREIGN_KEY = "23503";

    private final FabricDb db;
    private final NodeSql nodes;
    private final AuditLog audit;
    private final Overreach overreach;

    GrantService(FabricDb db, NodeSql nodes, AuditLog audit, Overreach overreach) {
        this.overreach = overreach;
        this.db = db;
        this.nodes = nodes;
        this.audit = audit;
    }

    /** Grants it; granting twice changes nothing. */
    public void grant(UUID tenant, UUID node) {
        try {
            grantThis(tenant, node);
        } catch (SqlFailure e) {
            throw refused(tenant, e);
        }
    }

    private void grantThis(UUID tenant, UUID node) {
        db.run(connection -> {
            Names names = names(connection, tenant, node);
            if (!names.hosts) {
                throw new Conflict(
                        "not-a-host",
                        "Node " + names.node + " only runs a subnet manager (its roles do not include node); it gets no"
                                + " interfaces, so there is nothing to grant.");
            }
            if (nodes.grant(connection, tenant, node)) {
                audit.record(connection, entry("node.grant", tenant, node, names));
            }
        });
    }

    /** Grants all of these that are hosts, or none; those that are granted already stay so. */
    public void grantAll(UUID tenant, List<UUID> wanted) {
        try {
            grantThese(tenant, wanted);
        } catch (SqlFailure e) {
            if (TenantRefusals.isQuota(e)) {
                // The database counts one by one and tells how far it came; nothing of that has stayed.
                Room room = db.read(connection -> nodes.room(connection, tenant, wanted));
                throw overreach.denied(tenant, TenantRefusals.quota("nodes", room.limit(), room.used(), room.wanted()));
            }
            throw refused(tenant, e);
        }
    }

    private RuntimeException refused(UUID tenant, SqlFailure failure) {
        return TenantRefusals.in(failure)
                .<RuntimeException>map(fault -> overreach.denied(tenant, fault))
                .orElse(failure);
    }

    private void grantThese(UUID tenant, List<UUID> wanted) {
        db.run(connection -> {
            String name = nodes.tenantName(connection, tenant).orElseThrow(() -> new NotFound("tenant", tenant));
            audit.recordAll(
                    connection,
                    nodes.grantAll(connection, tenant, wanted).stream()
                            .map(made -> entry("node.grant", tenant, made.node(), new Names(name, made.name(), true)))
                            .toList());
        });
    }

    /** Takes it back; taking back what was not granted changes nothing. */
    public void revoke(UUID tenant, UUID node) {
        try {
            db.run(connection -> {
                Names names = names(connection, tenant, node);
                if (nodes.revoke(connection, tenant, node)) {
                    audit.record(connection, entry("node.revoke", tenant, node, names));
                }
            });
        } catch (SqlFailure e) {
            if (SqlError.is(e, FOREIGN_KEY)) {
                throw db.read(connection -> inUse(connection, tenant, node));
            }
            throw e;
        }
    }

    private Conflict inUse(Connection connection, UUID tenant, UUID node) throws SQLException {
        Names names = names(connection, tenant, node);
        Uses uses = nodes.uses(connection, tenant, node);
        return new Conflict(
                "grant-in-use",
                "Tenant " + names.tenant + " still uses node " + names.node + ": " + uses.members()
                        + " memberships, " + uses.leaving() + " being removed, " + uses.addresses()
                        + " addresses. Remove these first and wait until their absence was read back.",
                Map.of("members", uses.members(), "leaving", uses.leaving(), "addresses", uses.addresses()));
    }

    private record Names(String tenant, String node, boolean hosts) {}

    private Names names(Connection connection, UUID tenant, UUID node) throws SQLException {
        String tenantName = nodes.tenantName(connection, tenant).orElseThrow(() -> new NotFound("tenant", tenant));
        NodeView found = nodes.find(connection, node)
                .orElseThrow(() -> new NotFound("node", node))
                .node();
        return new Names(tenantName, found.name(), found.roles().contains("node"));
    }

    private static AuditEntry entry(String action, UUID tenant, UUID node, Names names) {
        return AuditEntry.success(action, "node", node, names.node)
                .tenant(tenant)
                .after(Map.of("tenant", names.tenant));
    }
}
