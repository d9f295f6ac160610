package dev.ibportal.portal.plan;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.jspecify.annotations.Nullable;

/** What a node would do, and what it did. */
@Path("/api/v1/nodes")
class NodePlanApi {
    private final PlanService plans;

    NodePlanApi(PlanService plans) {
        this.plans = plans;
    }

    /** @param digest of the plan that was looked at */
    public record PlanForm(@Nullable String digest) {}

    @GET
    @Path("{id}/plan")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public NodePlanView plan(UUID id) {
        return plans.plan(id);
    }

    @POST
    @Path("{id}/plan/apply")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponse(
            responseCode = "200",
            description = "Applied and read back.",
            content = @Content(schema = @Schema(implementation = PlanService.Done.class)))
    @APIResponse(
            responseCode = "409",
            description = "Nothing of it was kept; the message says why.",
            content = @Content(schema = @Schema(implementation = PlanService.Done.class)))
    public Response apply(UUID id, PlanForm form) {
        return answer(plans.apply(id, form.digest()));
    }

    /** A program must not take it for done. */
    private static Response answer(PlanService.Done done) {
        return Response.status(done.succeeded() ? Response.Status.OK : Response.Status.CONFLICT)
                .entity(done)
                .build();
    }

    @POST
    @Path("{id}/plan/rollback")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponse(
            responseCode = "200",
            description = "Taken back.",
            content = @Content(schema = @Schema(implementation = PlanService.Done.class)))
    @APIResponse(
            responseCode = "409",
            description = "Not all of it was taken back; the message says why.",
            content = @Content(schema = @Schema(implementation = PlanService.Done.class)))
    public Response rollback(UUID id) {
        return answer(plans.rollback(id));
    }

    @GET
    @Path("{id}/journal")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public List<JournalView> journal(UUID id) {
        return plans.journal(id);
    }

    @GET
    @Path("{id}/drift-policy")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public PlanService.NodeChoice policy(UUID id) {
        return plans.node(id);
    }

    @PUT
    @Path("{id}/drift-policy")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public PlanService.NodeChoice choose(UUID id, PolicyForm form) {
        return plans.choose(id, form.policy());
    }
}
