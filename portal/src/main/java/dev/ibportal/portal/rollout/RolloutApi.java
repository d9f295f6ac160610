package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.QueryValues;
import dev.ibportal.portal.rollout.RolloutService.Order;
import dev.ibportal.portal.rollout.RolloutView.Blast;
import dev.ibportal.portal.rollout.RolloutView.Line;
import dev.ibportal.portal.rollout.RolloutView.NodeLine;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

@Path("/api/v1")
class RolloutApi {
    private final RolloutService rollouts;
    private final RolloutPlans plans;
    private final RedundancyGroups redundancy;

    RolloutApi(RolloutService rollouts, RolloutPlans plans, RedundancyGroups redundancy) {
        this.rollouts = rollouts;
        this.plans = plans;
        this.redundancy = redundancy;
    }

    /** The newest first. */
    @GET
    @Path("rollouts")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public List<RolloutView> list() {
        return rollouts.list();
    }

    /** Keeps what would happen; nothing happens before it is started. */
    @POST
    @Path("rollouts")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    @APIResponseSchema(value = RolloutView.class, responseCode = "201")
    public Response plan(RolloutForm form) {
        return Response.status(Response.Status.CREATED)
                .entity(rollouts.get(plans.plan(form)))
                .build();
    }

    @GET
    @Path("rollouts/{id}")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public RolloutView get(UUID id) {
        return rollouts.get(id);
    }

    /** In the order of the waves. */
    @GET
    @Path("rollouts/{id}/nodes")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public List<NodeLine> nodes(UUID id) {
        return rollouts.nodes(id);
    }

    /** What depends on its nodes. */
    @GET
    @Path("rollouts/{id}/blast-radius")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Blast blast(UUID id) {
        return rollouts.blast(id);
    }

    /**
     * What was said, oldest first, up to 500 lines.
     *
     * @param node only of this one
     * @param after id of the last line that is known already
     */
    @GET
    @Path("rollouts/{id}/log")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public List<Line> log(
            UUID id, @QueryParam("node") @Nullable String node, @QueryParam("after") @DefaultValue("0") String after) {
        return rollouts.lines(
                id, QueryValues.id("node", node), QueryValues.number("after", after, 0, Integer.MAX_VALUE));
    }

    @POST
    @Path("rollouts/{id}/start")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public RolloutView start(UUID id) {
        return rollouts.tell(id, Order.START);
    }

    /** Begins nothing new; what is under way ends. */
    @POST
    @Path("rollouts/{id}/pause")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public RolloutView pause(UUID id) {
        return rollouts.tell(id, Order.PAUSE);
    }

    /** Goes on; after a halt the failures up to now count no more. */
    @POST
    @Path("rollouts/{id}/resume")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public RolloutView resume(UUID id) {
        return rollouts.tell(id, Order.RESUME);
    }

    /** Leaves out what was not begun; what is done stays. */
    @POST
    @Path("rollouts/{id}/abort")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public RolloutView abort(UUID id) {
        return rollouts.tell(id, Order.ABORT);
    }

    /** Puts the former driver back on every node that is done. */
    @POST
    @Path("rollouts/{id}/roll-back")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public RolloutView rollBack(UUID id) {
        return rollouts.tell(id, Order.ROLL_BACK);
    }

    @POST
    @Path("rollouts/{id}/nodes/{node}/skip")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public void skip(UUID id, UUID node) {
        rollouts.skip(id, node);
    }

    @POST
    @Path("rollouts/{id}/nodes/{node}/retry")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public void retry(UUID id, UUID node) {
        rollouts.retry(id, node);
    }

    /** Groups by name, each with the names of its nodes. */
    @GET
    @Path("redundancy-groups")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Map<String, List<String>> groups() {
        return redundancy.groups();
    }

    /** Nodes of which never two are worked on at once; with none the group is no more. */
    @PUT
    @Path("redundancy-groups/{name}")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public void group(String name, GroupForm form) {
        redundancy.group(name, form.nodes());
    }

    /** @param nodes names or ids */
    record GroupForm(@Nullable List<String> nodes) {}
}
