package dev.ibportal.portal.node;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.node.NodeDetail.PortView;
import dev.ibportal.portal.node.PortSql.Owned;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.Guid;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ports of nodes: typed in by operators, or learned from a node's own report. A GUID is on one node. */
@ApplicationScoped
public class PortService {
    private static final String GUID_TAKEN = "port_guid_key";

    /** Each port that a daemon names makes an event. */
    private static final int MOST = 64;

    private final FabricDb db;
    private final FabricService fabrics;
    private final NodeSql nodes;
    private final PortSql ports;
    private final AuditLog audit;

    PortService(FabricDb db, FabricService fabrics, NodeSql nodes, PortSql ports, AuditLog audit) {
        this.db = db;
        this.fabrics = fabrics;
        this.nodes = nodes;
        this.ports = ports;
        this.audit = audit;
    }

    public PortView register(UUID node, PortForm form) {
        Guid guid = Field.required("guid", form.guid(), Guid::parse);
        @Nullable
        UUID named = form.fabric() == null
                ? null
                : fabrics.named("fabric", form.fabric()).id();
        UUID id = UUID.randomUUID();
        try {
            db.run(connection -> {
                String name = nameOf(connection, node);
                UUID fabric = named == null ? onlyFabric(connection, node) : named;
                ports.forgetUnconfirmed(connection, guid);
                ports.insert(connection, id, node, fabric, guid, "person", true);
                audit.record(
                        connection,
                        AuditEntry.success("port.register", "port", id, guid.toString())
                                .after(Map.of("node", name, "fabric", fabric)));
            });
        } catch (SqlFailure e) {
            if (SqlError.violates(e, GUID_TAKEN)) {
                throw db.read(connection -> taken(connection, guid, named));
            }
            throw e;
        }
        return db.read(connection -> ports.ofNode(connection, node, true)).stream()
                .filter(port -> port.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private String nameOf(Connection connection, UUID node) throws SQLException {
        return nodes.find(connection, node)
                .orElseThrow(() -> new NotFound("node", node))
                .node()
                .name();
    }

    private UUID onlyFabric(Connection connection, UUID node) throws SQLException {
        List<UUID> likely = ports.likelyFabrics(connection, node);
        if (likely.size() != 1) {
            throw new Invalid("fabric", "say which fabric the port is on: there is not exactly one that it could be");
        }
        return likely.get(0);
    }

    /** @param asked the fabric that it was to be registered on; null: nobody said which */
    private Conflict taken(Connection connection, Guid guid, @Nullable UUID asked) throws SQLException {
        Optional<PortSql.Owner> owner = ports.owner(connection, guid);
        if (owner.isEmpty()) {
            return new Conflict("port-taken", "Port " + guid + " was registered a moment ago; look again.");
        }
        String node = owner.get().node();
        Ref there = owner.get().fabric();
        String where = "Port " + guid + " is already registered for " + node + " on fabric " + there.name();
        if (asked == null || asked.equals(there.id())) {
            return new Conflict(
                    "port-taken",
                    where + "; a GUID belongs to one node.",
                    Map.of("guid", guid.toString(), "node", node, "fabric", there.name()));
        }
        String here = fabrics.get(asked).name();
        return new Conflict(
                "port-on-two-fabrics",
                where + " and cannot be on fabric " + here + " too; a GUID belongs to one port of one fabric.",
                Map.of("guid", guid.toString(), "node", node, "fabric", there.name(), "otherFabric", here));
    }

    /**
     * What became of the ports that a node reported.
     *
     * @param registered new ones
     * @param foreign text for each that is another node's
     * @param homeless those for which nobody said on which fabric they are, or that are too many
     * @param unconfirmed those of the node that wait for an operator
     */
    public record Learned(List<Guid> registered, List<String> foreign, List<Guid> homeless, List<String> unconfirmed) {}

    /**
     * Registers the InfiniBand ports that a node found on itself, in the caller's transaction. A port that is another
     * node's stays there: cards move, but so do mistakes. What a node names after its first ports waits until an operator has
     * confirmed it: a daemon can name any GUID, also that of a machine that nobody has enrolled yet.
     */
    public Learned learn(Connection connection, UUID node, Collection<Guid> reported, Actor by) throws SQLException {
        Map<String, Owned> known = ports.owners(connection, List.copyOf(reported)).stream()
                .collect(Collectors.toMap(Owned::guid, Function.identity()));
        List<String> foreign = known.values().stream()
                .filter(owned -> !owned.node().equals(node))
                .map(owned -> "port " + owned.guid() + " is registered for " + owned.nodeName())
                .sorted()
                .toList();
        List<Guid> fresh = reported.stream()
                .filter(guid -> !known.containsKey(guid.toString()))
                .distinct()
                .sorted()
                .toList();
        List<UUID> likely = fresh.isEmpty() ? List.of() : ports.likelyFabrics(connection, node);
        int had = ports.count(connection, node);
        List<Guid> registered = List.of();
        if (likely.size() == 1 && had + fresh.size() <= MOST) {
            registered = registerAll(connection, new Place(node, likely.get(0), had == 0), fresh, by);
        }
        return new Learned(
                registered, foreign, registered.isEmpty() ? fresh : List.of(), ports.unconfirmed(connection, node));
    }

    /** @param first whether the node had no port before */
    private record Place(UUID node, UUID fabric, boolean first) {}

    private List<Guid> registerAll(Connection connection, Place place, List<Guid> guids, Actor by) throws SQLException {
        List<Guid> registered = new ArrayList<>();
        String name = nameOf(connection, place.node());
        for (Guid guid : guids) {
            UUID id = UUID.randomUUID();
            ports.insert(connection, id, place.node(), place.fabric(), guid, "daemon", place.first());
            audit.record(
                    connection,
                    AuditEntry.success("port.register", "port", id, guid.toString())
                            .after(Map.of("node", name, "fabric", place.fabric(), "confirmed", place.first()))
                            .by(by));
            registered.add(guid);
        }
        return registered;
    }
}
