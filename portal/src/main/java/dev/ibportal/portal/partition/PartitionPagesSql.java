package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.PartitionDetail.PoolLine;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.page.Bar;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;

/** What pages about partitions show beside the partition itself. */
@ApplicationScoped
class PartitionPagesSql {
    /** More than anybody reads through; the others are found by name, or taken all at once. */
    static final int MOST_CHOICES = 200;

    private static final String POSSIBLE = """
            FROM node n JOIN node_status s ON s.node_id = n.id
            WHERE n.retired_at IS NULL AND 'node' = ANY (n.roles) AND position(? IN n.name_key) > 0
              AND EXISTS (SELECT FROM port p WHERE p.node_id = n.id AND p.fabric_id = ?
                AND NOT EXISTS (SELECT FROM membership_status m
                  WHERE m.port_id = p.id AND m.partition_id = ? AND m.state <> 'absent'))""";

    private final Scope scope;

    PartitionPagesSql(Scope scope) {
        this.scope = scope;
    }

    List<PoolLine> pools(UUID partition) {
        return scope.read(connection -> Sql.of("""
                        SELECT p.id, p.name, p.prefix, p.capacity,
                          (SELECT count(*) FROM address a WHERE a.pool_id = p.id) AS used
                        FROM pool p WHERE p.partition_id = ? ORDER BY p.prefix""", partition)
                .list(
                        connection,
                        row -> new PoolLine(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                row.getString("prefix"),
                                new Bar(row.getBigDecimal("used"), row.getBigDecimal("capacity")))));
    }

    /**
     * A node that could become a member.
     *
     * @param ports how many ports it has on the fabric; with more than one a person has to say which
     */
    public record NodeChoice(UUID id, String name, String state, int ports) {}

    /** @param search part of the names */
    List<NodeChoice> choices(UUID partition, UUID fabric, String search) {
        return scope.read(connection -> Sql.of(
                        """
                        SELECT n.id, n.name, s.state,
                          (SELECT count(*) FROM port p WHERE p.node_id = n.id AND p.fabric_id = ?) AS ports
                        """ + POSSIBLE + " ORDER BY n.name_key LIMIT ?",
                        fabric,
                        key(search),
                        fabric,
                        partition,
                        MOST_CHOICES)
                .list(
                        connection,
                        row -> new NodeChoice(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                row.getString("state"),
                                row.getInt("ports"))));
    }

    int countChoices(UUID partition, UUID fabric, String search) {
        return scope.read(connection -> Sql.of("SELECT count(*) AS nodes " + POSSIBLE, key(search), fabric, partition)
                .single(connection, row -> row.getInt("nodes")));
    }

    /** All that match, whether a form can show them or not. */
    List<String> allChoices(UUID partition, UUID fabric, String search) {
        return scope.read(
                connection -> Sql.of("SELECT n.id " + POSSIBLE + " ORDER BY n.name_key", key(search), fabric, partition)
                        .list(connection, row -> row.getString("id")));
    }

    private static String key(String search) {
        return search.isBlank() ? "" : new DisplayName(search).key();
    }

    public record PortChoiceLine(String guid, String node) {}

    /** The ports of nodes that have several on the fabric, for whoever has to say which. */
    List<PortChoiceLine> ports(UUID fabric, List<UUID> nodes) {
        return scope.read(connection -> Sql.of("""
                        SELECT p.guid, n.name FROM port p JOIN node n ON n.id = p.node_id
                        WHERE p.fabric_id = ? AND p.node_id = ANY (?) ORDER BY n.name_key, p.guid""", fabric, nodes)
                .list(connection, row -> new PortChoiceLine(row.getString("guid"), row.getString("name"))));
    }
}
