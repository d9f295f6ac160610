package dev.ibportal.portal.node;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.node.NodeLifeSql.Present;
import dev.ibportal.portal.node.NodeLifeSql.Uses;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A node's name, and its end. */
@ApplicationScoped
public class NodeLife {
    private static final String NAME_TAKEN = "node_name_key_key";
    private static final String FOREIGN_KEY = "23503";

    private final FabricDb db;
    private final NodeLifeSql sql;
    private final NodeService nodes;
    private final AuditLog audit;
    private final Clock clock;

    NodeLife(FabricDb db, NodeLifeSql sql, NodeService nodes, AuditLog audit, Clock clock) {
        this.db = db;
        this.sql = sql;
        this.nodes = nodes;
        this.audit = audit;
        this.clock = clock;
    }

    /** @param version the one that the change was made for */
    public NodeDetail rename(UUID id, int version, NodeChange change) {
        DisplayName name = Field.required("name", change.name(), DisplayName::new);
        try {
            db.run(connection -> {
                Present node = living(connection, id);
                ETags.requireMatch(version, node.version());
                sql.rename(connection, id, name);
                audit.record(
                        connection,
                        AuditEntry.success("node.rename", "node", id, name.text())
                                .before(Map.of("name", node.name()))
                                .after(Map.of("name", name.text())));
            });
        } catch (SqlFailure e) {
            if (SqlError.violates(e, NAME_TAKEN)) {
                throw new Conflict("node-exists", "A node named \"" + name + "\" exists; choose another name.");
            }
            throw e;
        }
        return nodes.get(id);
    }

    /**
     * Ends a node for good. It must have nothing any more: what a tenant wants of it, and what is not proven absent, stays
     * tied to it.
     *
     * @param ifMatch the ETag that this was decided for; absent: whatever it is
     */
    public void retire(UUID id, @Nullable String ifMatch) {
        try {
            db.run(connection -> {
                Present node = living(connection, id);
                if (ifMatch != null) {
                    ETags.requireMatch(ifMatch, node.version());
                }
                requireUnused(node, sql.uses(connection, id));
                List<AuditEntry> events = retirement(connection, id, node.name());
                sql.retire(connection, id, clock.instant());
                audit.recordAll(connection, events);
            });
        } catch (SqlFailure e) {
            if (SqlError.is(e, FOREIGN_KEY)) {
                throw new Conflict(
                        "node-in-use",
                        "Something still refers to this node or its ports; look at its page and try again.");
            }
            throw e;
        }
    }

    /** The node's end, and that of its ports and grants, which go with it. */
    private List<AuditEntry> retirement(Connection connection, UUID id, String name) throws SQLException {
        Map<String, String> because = Map.of("because", "node retired");
        List<AuditEntry> events = new ArrayList<>();
        events.add(AuditEntry.success("node.retire", "node", id, name));
        for (NodeLifeSql.Port port : sql.ports(connection, id)) {
            events.add(AuditEntry.success("port.remove", "port", port.id(), port.guid())
                    .before(Map.of("node", name))
                    .after(because));
        }
        for (NodeLifeSql.Grant grant : sql.grants(connection, id)) {
            events.add(AuditEntry.success("node.revoke", "node", id, name)
                    .tenant(grant.tenant())
                    .before(Map.of("tenant", grant.name()))
                    .after(because));
        }
        return events;
    }

    private Present living(Connection connection, UUID id) throws SQLException {
        Present node = sql.lock(connection, id).orElseThrow(() -> new NotFound("node", id));
        if (node.retired()) {
            throw new Conflict("node-retired", "Node " + node.name() + " was retired; it stays as it is.");
        }
        return node;
    }

    private static void requireUnused(Present node, Uses uses) {
        if (uses.members() > 0 || uses.addresses() > 0) {
            throw new Conflict(
                    "node-in-use",
                    "Node " + node.name() + " still has " + uses.members() + " memberships, " + uses.leaving()
                            + " of them being removed, and " + uses.addresses()
                            + " addresses. Remove these first and wait until their absence was read back.",
                    Map.of("members", uses.members(), "leaving", uses.leaving(), "addresses", uses.addresses()));
        }
        String fabric = uses.fabric();
        if (fabric != null) {
            throw new Conflict(
                    "node-in-use",
                    "Node " + node.name() + " runs the subnet manager of fabric " + fabric
                            + "; name another node there first.",
                    Map.of("fabric", fabric));
        }
    }
}
