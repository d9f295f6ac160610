package dev.ibportal.portal.platform.live;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.UUID;

@ApplicationScoped
class LiveSql {
    private final Scope scope;

    LiveSql(Scope scope) {
        this.scope = scope;
    }

    /** The nodes of the acting tenant. */
    Set<UUID> grantedNodes() {
        return Set.copyOf(scope.read(connection ->
                Sql.of("SELECT node_id FROM node_grant").list(connection, row -> Rows.id(row, "node_id"))));
    }
}
