package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.topology.core.Registered;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.UUID;

/** What a tenant may know of a fabric's ports: the database shows it its own rows only. */
@Singleton
class OwnPortsSql {
    private final Scope scope;

    OwnPortsSql(Scope scope) {
        this.scope = scope;
    }

    Map<String, Registered> ports(UUID fabric) {
        return scope.read(connection -> PortsSql.registered(connection, fabric, Map.of()));
    }
}
