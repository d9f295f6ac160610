package dev.ibportal.portal.session;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

/** Invites hosts to become nodes. */
@Path("/api/v1/nodes/{id}/enrolment-tokens")
@Produces(MediaType.APPLICATION_JSON)
class EnrolmentApi {
    private final EnrolmentService enrolment;

    EnrolmentApi(EnrolmentService enrolment) {
        this.enrolment = enrolment;
    }

    /** A one-time token, with the command that uses it. It is shown here and never again. */
    @POST
    @PermissionsAllowed(Permissions.NODE_ENROL)
    public Response create(@PathParam("id") UUID id) {
        return Response.status(Response.Status.CREATED)
                .entity(enrolment.invite(id))
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }
}
