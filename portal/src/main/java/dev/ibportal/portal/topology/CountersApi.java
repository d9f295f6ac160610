package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/fabrics/{id}/counters")
class CountersApi {
    private final TopologyService topologies;

    CountersApi(TopologyService topologies) {
        this.topologies = topologies;
    }

    /**
     * @param search part of a name or GUID
     * @param sort errors, rate or name: what comes first
     */
    @GET
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public CountersView counters(
            UUID id, @QueryParam("search") @Nullable String search, @QueryParam("sort") @Nullable String sort) {
        return topologies.counters(id, CountersQuery.read(search, false, sort));
    }
}
