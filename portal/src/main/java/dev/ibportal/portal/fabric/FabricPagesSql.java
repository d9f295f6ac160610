package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What pages about fabrics show beside the fabric itself. */
@ApplicationScoped
class FabricPagesSql {
    /** A page of a fabric is no list of partitions; the rest is behind a link. */
    private static final int MOST = 50;

    private final Scope scope;
    private final FabricDb db;

    FabricPagesSql(Scope scope, FabricDb db) {
        this.scope = scope;
        this.db = db;
    }

    public record PartitionLine(UUID id, String name, String tenant, String pkey, String state, Instant since) {}

    /** The partitions on it that the reader may see, by PKey. */
    List<PartitionLine> partitions(UUID fabric) {
        return scope.read(connection -> Sql.of("""
                        SELECT p.id, p.name, t.name AS tenant, p.pkey, s.state, s.since
                        FROM partition p JOIN partition_status s ON s.partition_id = p.id
                          JOIN tenant t ON t.id = p.tenant_id
                        WHERE p.fabric_id = ? AND s.state <> 'released' ORDER BY p.pkey LIMIT ?""", fabric, MOST)
                .list(
                        connection,
                        row -> new PartitionLine(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                row.getString("tenant"),
                                new PKey(row.getInt("pkey")).toString(),
                                row.getString("state"),
                                Rows.instant(row, "since"))));
    }

    public record SmChoice(String id, String name) {}

    /** Nodes that may run a subnet manager. */
    List<SmChoice> smNodes() {
        return db.read(connection ->
                Sql.of("""
                        SELECT id, name FROM node
                        WHERE 'subnet-manager' = ANY (roles) AND retired_at IS NULL ORDER BY name_key""").list(connection, row -> new SmChoice(row.getString("id"), row.getString("name"))));
    }
}
