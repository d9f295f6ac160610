package dev.ibportal.portal.node;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.node.NodeSql.Found;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Forbidden;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.QueryValues;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Nodes: registered by operators; a tenant sees those it was granted, and of them only what is its own. */
@ApplicationScoped
public class NodeService {
    private static final String NAME_TAKEN = "node_name_key_key";
    private static final Set<String> ROLES = new LinkedHashSet<>(List.of("node", "subnet-manager"));

    private final Scope scope;
    private final FabricDb db;
    private final NodeSql nodes;
    private final PortSql ports;
    private final InterfaceSql interfaces;
    private final AuditLog audit;
    private final CurrentActor actor;

    NodeService(
            Scope scope,
            FabricDb db,
            NodeSql nodes,
            PortSql ports,
            InterfaceSql interfaces,
            AuditLog audit,
            CurrentActor actor) {
        this.scope = scope;
        this.db = db;
        this.nodes = nodes;
        this.ports = ports;
        this.interfaces = interfaces;
        this.audit = audit;
        this.actor = actor;
    }

    /** @param search part of a name or port GUID */
    /** @param state absent: all but retired ones */
    public Page<NodeView> list(@Nullable String search, @Nullable String state, PageRequest request) {
        String one = QueryValues.oneOf("state", state, NodeSql.STATES);
        return scope.read(connection -> nodes.page(connection, search, one, request));
    }

    public NodeDetail get(UUID id) {
        NodeDetail seen = scope.read(connection -> {
            Found found = nodes.find(connection, id).orElseThrow(() -> new NotFound("node", id));
            return new NodeDetail(
                    found.node(),
                    found.facts(),
                    ports.ofNode(connection, id, false),
                    interfaces.ofNode(connection, id),
                    null);
        });
        return actor.get().isOperator() ? withOperatorPart(seen) : seen;
    }

    private NodeDetail withOperatorPart(NodeDetail seen) {
        UUID id = seen.node().id();
        return db.read(connection -> new NodeDetail(
                seen.node(),
                seen.facts(),
                ports.ofNode(connection, id, true),
                seen.interfaces(),
                nodes.operatorPart(connection, id)));
    }

    /** The last whole inventory report as JSON; other tenants' interfaces are in it, so only operators read it. */
    public String inventory(UUID id) {
        if (!actor.get().isOperator()) {
            throw new Forbidden("The inventory of a node holds the interfaces of all tenants; only operators read it.");
        }
        return db.read(connection -> {
            Found found = nodes.find(connection, id).orElseThrow(() -> new NotFound("node", id));
            return nodes.inventory(connection, id)
                    .orElseThrow(() -> new Conflict(
                            "no-inventory",
                            "Node " + found.node().name() + " has not reported yet: enrol its daemon and start it."));
        });
    }

    public NodeDetail create(NodeForm form) {
        DisplayName name = Field.required("name", form.name(), DisplayName::new);
        List<String> roles = roles(form.roles());
        UUID id = UUID.randomUUID();
        try {
            db.run(connection -> {
                nodes.insert(connection, id, name, roles);
                audit.record(
                        connection,
                        AuditEntry.success("node.create", "node", id, name.text())
                                .after(form));
            });
        } catch (SqlFailure e) {
            if (SqlError.violates(e, NAME_TAKEN)) {
                throw new Conflict("node-exists", "A node named \"" + name + "\" exists; choose another name.");
            }
            throw e;
        }
        return get(id);
    }

    private static List<String> roles(@Nullable List<String> wanted) {
        if (wanted == null) {
            return List.of("node");
        }
        List<String> unknown =
                wanted.stream().filter(role -> !ROLES.contains(role)).toList();
        if (wanted.isEmpty() || !unknown.isEmpty()) {
            throw new Invalid("roles", "roles are one or more of " + ROLES + ", given are " + wanted);
        }
        return ROLES.stream().filter(wanted::contains).toList();
    }
}
