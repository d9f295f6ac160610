package dev.ibportal.portal.foundconf;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

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

    /** Allows the portal to replace a file that somebody wrote by hand although ports lose keys by it. */
    @POST
    @Path("replace")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public void replace(UUID id, ReplaceForm form) {
        found.replace(id, form.confirm());
    }

    /** @param confirm the name of the fabric */
    record ReplaceForm(@Nullable String confirm) {}
}
