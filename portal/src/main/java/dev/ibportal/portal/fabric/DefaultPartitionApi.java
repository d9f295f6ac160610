package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Making the default partition limited: who would lose what, and then the step. */
@Path("/api/v1/fabrics/{id}/default-partition")
class DefaultPartitionApi {
    private final DefaultPartitionService defaults;

    DefaultPartitionApi(DefaultPartitionService defaults) {
        this.defaults = defaults;
    }

    /** @param digest of the list that was looked at */
    record LimitForm(@Nullable String digest) {}

    @GET
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public DefaultPartitionView look(UUID id) {
        return defaults.look(id);
    }

    @POST
    @Path("limit")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public DefaultPartitionView limit(UUID id, LimitForm form) {
        return defaults.limit(id, form.digest());
    }
}
