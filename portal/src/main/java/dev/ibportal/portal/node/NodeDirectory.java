package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.security.Denials;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.InvalidValueException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Finds the nodes and ports that other requests name, on the caller's connection: a tenant finds only its own. */
@ApplicationScoped
public class NodeDirectory {
    private static final int SHOWN = 10;
    private static final Pattern ID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    private final Instance<Denials> denials;

    NodeDirectory(Instance<Denials> denials) {
        this.denials = denials;
    }

    /** @param name as it is shown */
    public record NodeRef(UUID id, String name) {}

    public record PortRef(UUID id, String guid, UUID node, boolean confirmed) {}

    /**
     * The nodes of these ids or names, in their order, each once.
     *
     * @param field of the request, for the refusal that names all that were not found
     */
    public List<NodeRef> named(Connection connection, String field, List<String> idsOrNames) throws SQLException {
        if (idsOrNames.isEmpty()) {
            return List.of();
        }
        List<String> keys = idsOrNames.stream().map(NodeDirectory::key).toList();
        Map<String, NodeRef> byKey = new LinkedHashMap<>();
        Sql.of("""
                        SELECT id, name, name_key FROM node
                        WHERE (id::text = ANY (?) OR name_key = ANY (?)) AND retired_at IS NULL""", keys, keys).list(connection, row -> {
            NodeRef node = new NodeRef(Rows.id(row, "id"), row.getString("name"));
            byKey.put(row.getString("name_key"), node);
            return byKey.put(node.id.toString(), node);
        });
        List<String> unknown = new ArrayList<>();
        Map<UUID, NodeRef> found = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            NodeRef node = byKey.get(keys.get(i));
            if (node == null) {
                unknown.add(idsOrNames.get(i));
            } else {
                found.put(node.id, node);
            }
        }
        if (!unknown.isEmpty()) {
            unknown.stream()
                    .filter(NodeDirectory::isId)
                    .forEach(id -> denials.forEach(each ->
                            each.denied("node.name", "node", id, "no such node, or not granted to this tenant")));
            throw new Invalid(field, notFound(unknown));
        }
        return List.copyOf(found.values());
    }

    private static boolean isId(String text) {
        return ID.matcher(text.strip()).matches();
    }

    private static String notFound(List<String> unknown) {
        String more = unknown.size() > SHOWN ? " and " + (unknown.size() - SHOWN) + " more" : "";
        return "no such node, or not granted to this tenant: "
                + String.join(", ", unknown.subList(0, Math.min(SHOWN, unknown.size()))) + more;
    }

    private static String key(String idOrName) {
        try {
            return new DisplayName(idOrName).key();
        } catch (InvalidValueException e) {
            // What cannot be a name is none, and the caller says so.
            return "";
        }
    }

    /**
     * Hosts are nodes with the role node; one that runs nothing but a subnet manager is no member of anything.
     *
     * @throws Invalid if there is another one among them
     */
    public void requireHosts(Connection connection, String field, List<UUID> nodes) throws SQLException {
        List<String> others = Sql.of("""
                        SELECT name FROM node WHERE id = ANY (?) AND NOT 'node' = ANY (roles) ORDER BY name_key""", nodes).list(connection, row -> row.getString("name"));
        if (!others.isEmpty()) {
            throw new Invalid(
                    field,
                    String.join(", ", others)
                            + " only runs a subnet manager (its roles do not include node) and gets no"
                            + " interfaces; leave it out");
        }
    }

    /** The ports of these nodes on a fabric, ordered by GUID. */
    public List<PortRef> ports(Connection connection, UUID fabric, List<UUID> nodes) throws SQLException {
        return Sql.of(
                        "SELECT id, guid, node_id, confirmed FROM port WHERE fabric_id = ? AND node_id = ANY (?) ORDER BY guid",
                        fabric,
                        nodes)
                .list(
                        connection,
                        row -> new PortRef(
                                Rows.id(row, "id"),
                                row.getString("guid"),
                                Rows.id(row, "node_id"),
                                row.getBoolean("confirmed")));
    }
}
