package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/partitions/{partition}/host-settings")
class HostSettingsApi {
    private final HostSettingsService settings;

    HostSettingsApi(HostSettingsService settings) {
        this.settings = settings;
    }

    @GET
    @PermissionsAllowed(Permissions.PARTITION_READ)
    @APIResponseSchema(HostSettingsView.class)
    public Response get(UUID partition) {
        return answer(settings.get(partition));
    }

    @PUT
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    @APIResponseSchema(HostSettingsView.class)
    public Response put(UUID partition, @HeaderParam("If-Match") @Nullable String ifMatch, HostSettingsForm form) {
        return answer(settings.put(partition, ETags.version(ifMatch), form));
    }

    private static Response answer(HostSettingsView view) {
        return Response.ok(view).tag(ETags.of(view.version())).build();
    }
}
