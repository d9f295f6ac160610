package dev.ibportal.portal.node;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.CurrentActor;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;

/**
 * Nodes that will not come back as they were. That something is absent on one is taken from an operator's word then,
 * because nobody can read it back any more.
 */
@ApplicationScoped
class DeathService {
    private final FabricDb db;
    private final NodeSql nodes;
    private final DeathSql sql;
    private final NodeService views;
    private final AuditLog audit;
    private final CurrentActor actor;
    private final Clock clock;

    DeathService(
            FabricDb db,
            NodeSql nodes,
            DeathSql sql,
            NodeService views,
            AuditLog audit,
            CurrentActor actor,
            Clock clock) {
        this.db = db;
        this.nodes = nodes;
        this.sql = sql;
        this.views = views;
        this.audit = audit;
        this.actor = actor;
        this.clock = clock;
    }

    DeathPreview preview(UUID id) {
        return db.read(connection -> preview(connection, id));
    }

    private DeathPreview preview(Connection connection, UUID id) throws SQLException {
        NodeView node = nodes.find(connection, id)
                .orElseThrow(() -> new NotFound("node", id))
                .node();
        return new DeathPreview(
                node, sql.members(connection, id), sql.waiting(connection, id), sql.manages(connection, id));
    }

    NodeDetail declare(UUID id, DeathForm form) {
        String confirm = Field.required("confirm", form.confirm(), String::strip);
        db.run(connection -> {
            sql.lock(connection, id);
            DeathPreview before = preview(connection, id);
            requirePossible(before);
            if (!confirm.equals(before.node().name())) {
                throw new Invalid(
                        "confirm",
                        "\"" + confirm + "\" is not this node's name; type \""
                                + before.node().name() + "\" to confirm");
            }
            sql.declare(connection, id, clock.instant(), actor.get().login());
            int released = sql.absentByDeclaration(connection, id, clock.instant());
            audit.record(
                    connection,
                    AuditEntry.success(
                                    "node.declare-dead",
                                    "node",
                                    id,
                                    before.node().name())
                            .before(Map.of(
                                    "state",
                                    before.node().state(),
                                    "reason",
                                    before.node().reason()))
                            .after(Map.of(
                                    "state", "dead", "members", before.members(), "absentByDeclaration", released)));
        });
        return views.get(id);
    }

    private static void requirePossible(DeathPreview before) {
        String name = before.node().name();
        if (!before.node().state().equals("unreachable")) {
            throw new Conflict(
                    "node-not-unreachable",
                    "Node " + name + " is " + before.node().state()
                            + "; only one that is unreachable can be declared dead. Stop its daemon first, if it still runs.",
                    Map.of("state", before.node().state()));
        }
        if (!before.manages().isEmpty()) {
            throw new Conflict(
                    "node-is-subnet-manager",
                    "Node " + name + " is named as the subnet manager's of fabric "
                            + before.manages().get(0).name() + "; name another node there first.");
        }
    }
}
