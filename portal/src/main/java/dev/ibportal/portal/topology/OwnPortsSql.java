package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.topology.core.Registered;
import dev.ibportal.types.PKey;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What a tenant may know of a fabric's ports: the database shows it its own rows only. */
@Singleton
class OwnPortsSql {
    private final Scope scope;

    OwnPortsSql(Scope scope) {
        this.scope = scope;
    }

    Map<String, Registered> ports(UUID fabric) {
        return scope.read(connection -> {
            Map<String, Set<String>> partitions = new HashMap<>();
            Sql.of("""
                            SELECT o.guid, p.pkey FROM membership m JOIN port o ON o.id = m.port_id
                              JOIN partition p ON p.id = m.partition_id
                            WHERE m.fabric_id = ? AND m.removed_at IS NULL""", fabric)
                    .list(
                            connection,
                            row -> partitions
                                    .computeIfAbsent(row.getString("guid"), guid -> new HashSet<>())
                                    .add(new PKey(row.getInt("pkey")).toString()));
            Map<String, Registered> ports = new HashMap<>();
            Sql.of("""
                            SELECT o.guid, n.id, n.name FROM port o JOIN node n ON n.id = o.node_id
                            WHERE o.fabric_id = ?""", fabric)
                    .list(connection, row -> {
                        String guid = row.getString("guid");
                        return Map.entry(
                                guid,
                                new Registered(
                                        Rows.id(row, "id"),
                                        row.getString("name"),
                                        List.of(),
                                        partitions.getOrDefault(guid, Set.of())));
                    })
                    .forEach(each -> ports.put(each.getKey(), each.getValue()));
            return ports;
        });
    }
}
