package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.util.UUID;

@Path("/api/v1/fabrics/{id}/topology")
class TopologyApi {
    private final TopologyService topologies;

    TopologyApi(TopologyService topologies) {
        this.topologies = topologies;
    }

    @GET
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public TopologyView topology(UUID id) {
        return topologies.of(id);
    }
}
