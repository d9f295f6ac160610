package dev.ibportal.portal.foundconf;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.UUID;

@Path("/api/v1/fabrics/{id}/found-conf")
class FoundConfApi {
    private final FoundConfService found;

    FoundConfApi(FoundConfService found) {
        this.found = found;
    }

    /** Changes nothing; a POST because a file does not fit into an address. */
    @POST
    @Path("preview")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public FoundConfView preview(UUID id, FoundConfForm form) {
        return found.preview(id, form);
    }

    @POST
    @Path("take")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public FoundConfView.Taken take(UUID id, FoundConfForm form) {
        return found.take(id, form);
    }
}
