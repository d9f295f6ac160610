package dev.ibportal.portal.platform.live;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.UUID;

@ApplicationScoped
class LiveSql {
    private final Scope scope;
    private final FabricDb db;

    LiveSql(Scope scope, FabricDb db) {
        this.scope = scope;
        this.db = db;
    }

    /** The same outside of a request. */
    Set<UUID> grantedNodes(UUID tenant) {
        return Set.copyOf(db.read(connection -> Sql.of("SELECT node_id FROM node_grant WHERE tenant_id = ?", tenant)
                .list(connection, row -> Rows.id(row, "node_id"))));
    }

    /** The nodes of the acting tenant. */
    Set<UUID> grantedNodes() {
        return Set.copyOf(scope.read(connection ->
                Sql.of("SELECT node_id FROM node_grant").list(connection, row -> Rows.id(row, "node_id"))));
    }
}
