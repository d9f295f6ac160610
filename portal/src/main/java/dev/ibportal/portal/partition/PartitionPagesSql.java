package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.PartitionDetail.PoolLine;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.page.Bar;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;

/** What pages about partitions show beside the partition itself. */
@ApplicationScoped
class PartitionPagesSql {
    /** More nodes than a form can show are added over the API. */
    static final int MOST_CHOICES = 1000;

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

    List<NodeChoice> choices(UUID partition, UUID fabric) {
        return scope.read(connection -> Sql.of("""
                        SELECT n.id, n.name, s.state,
                          (SELECT count(*) FROM port p WHERE p.node_id = n.id AND p.fabric_id = ?) AS ports
                        FROM node n JOIN node_status s ON s.node_id = n.id
                        WHERE n.retired_at IS NULL
                          AND EXISTS (SELECT FROM port p WHERE p.node_id = n.id AND p.fabric_id = ?
                            AND NOT EXISTS (SELECT FROM membership_status m
                              WHERE m.port_id = p.id AND m.partition_id = ? AND m.state <> 'absent'))
                        ORDER BY n.name_key LIMIT ?""", fabric, fabric, partition, MOST_CHOICES)
                .list(
                        connection,
                        row -> new NodeChoice(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                row.getString("state"),
                                row.getInt("ports"))));
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
