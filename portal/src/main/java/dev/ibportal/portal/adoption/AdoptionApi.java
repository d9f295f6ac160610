package dev.ibportal.portal.adoption;

import dev.ibportal.portal.partition.MemberView;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;

@Path("/api/v1/nodes/{node}/adoptions")
class AdoptionApi {
    private final AdoptionService adoptions;

    AdoptionApi(AdoptionService adoptions) {
        this.adoptions = adoptions;
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public List<AdoptionView> proposals(UUID node) {
        return adoptions.proposals(node);
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponseSchema(value = MemberView.class, responseCode = "201")
    public Response accept(UUID node, AdoptionForm form) {
        return Response.status(Response.Status.CREATED)
                .entity(adoptions.accept(node, form))
                .build();
    }
}
