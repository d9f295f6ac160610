package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.util.UUID;

@Path("/api/v1/tenants/{tenant}/nodes/{node}")
class GrantApi {
    private final GrantService grants;

    GrantApi(GrantService grants) {
        this.grants = grants;
    }

    @PUT
    @PermissionsAllowed(Permissions.GRANT_WRITE)
    public void grant(UUID tenant, UUID node) {
        grants.grant(tenant, node);
    }

    @DELETE
    @PermissionsAllowed(Permissions.GRANT_WRITE)
    public void revoke(UUID tenant, UUID node) {
        grants.revoke(tenant, node);
    }
}
