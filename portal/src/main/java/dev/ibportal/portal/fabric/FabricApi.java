package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/fabrics")
class FabricApi {
    private final FabricService fabrics;

    FabricApi(FabricService fabrics) {
        this.fabrics = fabrics;
    }

    @GET
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public Page<FabricView> list(@BeanParam PageRequest page) {
        return fabrics.list(page);
    }

    @POST
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    @APIResponseSchema(value = FabricView.class, responseCode = "201")
    public Response create(FabricForm form) {
        FabricView made = fabrics.create(form);
        return Response.created(URI.create("/api/v1/fabrics/" + made.id()))
                .entity(made)
                .tag(ETags.of(made.version()))
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.FABRIC_READ)
    @APIResponseSchema(FabricView.class)
    public Response get(UUID id) {
        return answer(fabrics.get(id));
    }

    @PUT
    @Path("{id}")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    @APIResponseSchema(FabricView.class)
    public Response update(UUID id, @HeaderParam("If-Match") @Nullable String ifMatch, FabricForm form) {
        return answer(fabrics.update(id, ETags.version(ifMatch), form));
    }

    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public void delete(UUID id, @HeaderParam("If-Match") @Nullable String ifMatch) {
        fabrics.delete(id, ifMatch);
    }

    private static Response answer(FabricView fabric) {
        return Response.ok(fabric).tag(ETags.of(fabric.version())).build();
    }
}
