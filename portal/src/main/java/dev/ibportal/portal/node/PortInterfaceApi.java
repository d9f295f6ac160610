package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

/** The interface that a port has by itself, in the default partition. */
@Path("/api/v1/nodes/{node}/ports/{port}/interface")
class PortInterfaceApi {
    private final PortInterfaceService interfaces;

    PortInterfaceApi(PortInterfaceService interfaces) {
        this.interfaces = interfaces;
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponseSchema(PortInterfaceView.class)
    public Response get(UUID node, UUID port) {
        return answer(interfaces.get(node, port));
    }

    @PUT
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponseSchema(PortInterfaceView.class)
    public Response put(
            UUID node, UUID port, @HeaderParam("If-Match") @Nullable String ifMatch, PortInterfaceForm form) {
        return answer(interfaces.put(node, port, ETags.version(ifMatch), form));
    }

    /** Leaves it to the host again. */
    @DELETE
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponseSchema(PortInterfaceView.class)
    public Response remove(UUID node, UUID port, @HeaderParam("If-Match") @Nullable String ifMatch) {
        return answer(interfaces.remove(node, port, ETags.version(ifMatch)));
    }

    private static Response answer(PortInterfaceView view) {
        return Response.ok(view).tag(ETags.of(view.version())).build();
    }
}
