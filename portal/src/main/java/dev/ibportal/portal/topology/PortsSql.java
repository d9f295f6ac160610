package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.topology.core.Registered;
import dev.ibportal.types.PKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Registered ports with the partitions they are in: all of them, or on a tenant's connection the tenant's own. */
final class PortsSql {
    private PortsSql() {}

    /** @param tenants names of those that a node was granted to */
    static Map<String, Registered> registered(Connection connection, UUID fabric, Map<UUID, List<String>> tenants)
            throws SQLException {
        Map<String, Set<String>> partitions = new HashMap<>();
        Map<String, Set<String>> limited = new HashMap<>();
        Sql.of("""
                        SELECT o.guid, p.pkey, m.membership = 'limited' AS limited FROM membership m
                          JOIN port o ON o.id = m.port_id JOIN partition p ON p.id = m.partition_id
                        WHERE m.fabric_id = ? AND m.removed_at IS NULL""", fabric).list(connection, row -> {
            String key = new PKey(row.getInt("pkey")).toString();
            if (row.getBoolean("limited")) {
                keys(limited, row.getString("guid")).add(key);
            }
            return keys(partitions, row.getString("guid")).add(key);
        });
        Map<String, Registered> ports = new HashMap<>();
        Sql.of("""
                        SELECT o.guid, n.id, n.name FROM port o JOIN node n ON n.id = o.node_id
                        WHERE o.fabric_id = ?""", fabric).list(connection, row -> {
            String guid = row.getString("guid");
            UUID node = Rows.id(row, "id");
            return ports.put(
                    guid,
                    new Registered(
                            node,
                            row.getString("name"),
                            tenants.getOrDefault(node, List.of()),
                            partitions.getOrDefault(guid, Set.of()),
                            limited.getOrDefault(guid, Set.of())));
        });
        return ports;
    }

    private static Set<String> keys(Map<String, Set<String>> all, String guid) {
        return all.computeIfAbsent(guid, each -> new HashSet<>());
    }
}
