package dev.ibportal.portal.node;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.node.ReplacementSql.Moving;
import dev.ibportal.portal.node.core.Replacements;
import dev.ibportal.portal.node.core.Replacements.Proposal;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.Guid;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Cards that were swapped. Whether one was is for a person to say; what follows then goes by the ledger. */
@ApplicationScoped
public class ReplacementService {
    private final FabricDb db;
    private final NodeSql nodes;
    private final ReplacementSql sql;
    private final AuditLog audit;

    ReplacementService(FabricDb db, NodeSql nodes, ReplacementSql sql, AuditLog audit) {
        this.db = db;
        this.nodes = nodes;
        this.sql = sql;
        this.audit = audit;
    }

    public List<ReplacementView> proposals(UUID node) {
        return db.read(connection -> {
            nameOf(connection, node);
            return Replacements.among(sql.ports(connection, node)).stream()
                    .map(ReplacementService::view)
                    .toList();
        });
    }

    /** Moves every membership of the old port; answers what is left to propose. */
    public List<ReplacementView> accept(UUID node, ReplacementForm form) {
        Guid from = Field.required("from", form.from(), Guid::parse);
        Guid to = Field.required("to", form.to(), Guid::parse);
        db.run(connection -> {
            String name = nameOf(connection, node);
            sql.lock(connection, node);
            Proposal proposal = Replacements.among(sql.ports(connection, node)).stream()
                    .filter(each -> each.old().guid().equals(from.toString())
                            && each.fresh().guid().equals(to.toString()))
                    .findFirst()
                    .orElseThrow(() -> new Conflict(
                            "not-proposed",
                            "That port " + to + " stands in the place of " + from + " on " + name
                                    + " is not proposed (any more): the old port has to be gone and in use, the new one"
                                    + " there, unused, and the same port of the same model. Look again."));
            move(connection, name, proposal);
        });
        return proposals(node);
    }

    private void move(Connection connection, String node, Proposal proposal) throws SQLException {
        UUID old = proposal.old().id();
        UUID fresh = proposal.fresh().id();
        sql.confirm(connection, fresh);
        List<Moving> moving = sql.memberships(connection, old);
        for (Moving member : moving) {
            UUID made = sql.move(connection, member.id(), fresh);
            audit.record(
                    connection,
                    AuditEntry.success(
                                    "member.move",
                                    "member",
                                    made,
                                    node + " in " + member.partition() + " (" + member.pkey() + ")")
                            .tenant(member.tenant())
                            .before(Map.of("port", proposal.old().guid(), "member", member.id()))
                            .after(Map.of("port", proposal.fresh().guid(), "member", made)));
        }
        sql.end(connection, old, fresh);
        audit.record(
                connection,
                AuditEntry.success("port.replace", "port", old, proposal.old().guid())
                        .before(Map.of("node", node, "guid", proposal.old().guid()))
                        .after(Map.of(
                                "guid",
                                proposal.fresh().guid(),
                                "model",
                                proposal.fresh().model(),
                                "members",
                                moving.size())));
    }

    private String nameOf(Connection connection, UUID node) throws SQLException {
        return nodes.find(connection, node)
                .orElseThrow(() -> new NotFound("node", node))
                .node()
                .name();
    }

    private static ReplacementView view(Proposal proposal) {
        return new ReplacementView(
                proposal.old().guid(),
                proposal.fresh().guid(),
                proposal.old().model(),
                proposal.old().ordinal(),
                proposal.old().members());
    }
}
