package dev.ibportal.portal.partition;

import dev.ibportal.portal.node.NodeDirectory;
import dev.ibportal.portal.node.NodeDirectory.NodeRef;
import dev.ibportal.portal.node.NodeDirectory.PortRef;
import dev.ibportal.portal.partition.MemberSql.NewMember;
import dev.ibportal.portal.partition.MemberSql.Target;
import dev.ibportal.portal.partition.core.PortChoice;
import dev.ibportal.portal.partition.core.PortChoice.Port;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.Guid;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Finds the port with which each node joins. */
@ApplicationScoped
class MemberPorts {
    private final NodeDirectory nodes;

    MemberPorts(NodeDirectory nodes) {
        this.nodes = nodes;
    }

    List<NewMember> choose(Connection connection, Target target, MemberWish wish) throws SQLException {
        List<NodeRef> named = nodes.named(connection, wish.nodeField(), wish.nodes());
        nodes.requireHosts(
                connection, wish.nodeField(), named.stream().map(NodeRef::id).toList());
        Map<UUID, List<PortRef>> ports =
                nodes
                        .ports(
                                connection,
                                target.fabric(),
                                named.stream().map(NodeRef::id).toList())
                        .stream()
                        .collect(Collectors.groupingBy(PortRef::node));
        List<NewMember> chosen = new ArrayList<>();
        for (NodeRef node : named) {
            Port port = port(target, wish, node, ports.getOrDefault(node.id(), List.of()));
            chosen.add(new NewMember(UUID.randomUUID(), node.id(), port.id()));
        }
        return chosen;
    }

    private static Port port(Target target, MemberWish wish, NodeRef node, List<PortRef> ports) {
        List<Port> possible = ports.stream()
                .filter(PortRef::confirmed)
                .map(port -> new Port(port.id(), port.guid()))
                .toList();
        if (possible.isEmpty() && !ports.isEmpty()) {
            throw new Invalid(
                    wish.nodeField(),
                    "the ports of " + node.name() + " wait until an operator has confirmed that they are its own");
        }
        if (wish.port() != null) {
            return named(wish.port(), node, possible, target.fabricName());
        }
        PortChoice choice = PortChoice.among(possible);
        if (choice instanceof PortChoice.Chosen chosen) {
            return chosen.port();
        }
        if (choice instanceof PortChoice.Several several) {
            throw new Invalid(
                    "port",
                    node.name() + " has " + several.ports().size() + " ports on fabric " + target.fabricName() + ": "
                            + guids(several.ports()) + "; say which one");
        }
        throw new Invalid(
                wish.nodeField(),
                node.name() + " has no port on fabric " + target.fabricName()
                        + "; register one, or start its daemon, which reports its ports");
    }

    private static Port named(String idOrGuid, NodeRef node, List<Port> possible, String fabric) {
        Optional<Port> byId = possible.stream()
                .filter(port -> port.id().toString().equalsIgnoreCase(idOrGuid))
                .findFirst();
        if (byId.isPresent()) {
            return byId.get();
        }
        String guid = Field.read("port", idOrGuid, Guid::parse).toString();
        return possible.stream()
                .filter(port -> port.guid().equals(guid))
                .findFirst()
                .orElseThrow(() -> new Invalid(
                        "port",
                        node.name() + " has no port " + guid + " on fabric " + fabric + "; it has "
                                + (possible.isEmpty() ? "none" : guids(possible))));
    }

    private static String guids(List<Port> ports) {
        return ports.stream().map(Port::guid).collect(Collectors.joining(", "));
    }
}
