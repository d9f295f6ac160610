package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** What the form for a pool offers. */
@ApplicationScoped
class PoolPagesSql {
    private static final int MOST_CHOICES = 1000;

    private final Scope scope;

    PoolPagesSql(Scope scope) {
        this.scope = scope;
    }

    public record PartitionChoice(String id, String label) {}

    /** Partitions that can take a pool: what is being removed cannot. */
    List<PartitionChoice> partitions() {
        return scope.read(connection -> Sql.of("""
                        SELECT p.id, p.name, p.pkey, t.name AS tenant FROM partition p JOIN tenant t ON t.id = p.tenant_id
                        WHERE p.removed_at IS NULL ORDER BY p.name_key, p.id LIMIT ?""", MOST_CHOICES)
                .list(
                        connection,
                        row -> new PartitionChoice(
                                row.getString("id"),
                                row.getString("name") + " (" + new PKey(row.getInt("pkey")) + ", "
                                        + row.getString("tenant") + ")")));
    }
}
