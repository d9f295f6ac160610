package dev.ibportal.portal.rollout;

import dev.ibportal.drivers.Profile;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.QueryValues;
import dev.ibportal.portal.rollout.RolloutService.Order;
import dev.ibportal.portal.rollout.RolloutView.Blast;
import dev.ibportal.portal.rollout.RolloutView.Line;
import dev.ibportal.portal.rollout.RolloutView.NodeLine;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plans, boards and logs of rollouts. */
@Path("/rollouts")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class RolloutPages {
    private final Shells shells;
    private final RolloutService rollouts;
    private final RolloutPlans plans;

    RolloutPages(Shells shells, RolloutService rollouts, RolloutPlans plans) {
        this.shells = shells;
        this.rollouts = rollouts;
        this.plans = plans;
    }

    @CheckedTemplate(basePath = "rollout")
    static class Templates {
        static native TemplateInstance list(Shell shell, List<RolloutView> rollouts, RolloutWords words);

        static native TemplateInstance plan(Shell shell, Form form, List<Profile> profiles, List<String> hooks);

        static native TemplateInstance board(
                Shell shell,
                Form form,
                RolloutView rollout,
                List<NodeLine> nodes,
                Blast blast,
                List<Order> orders,
                RolloutWords words);

        static native TemplateInstance log(
                Shell shell, RolloutView rollout, List<Line> lines, @Nullable UUID node, long after, boolean held);
    }

    @GET
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response list() {
        Shell shell = shells.open(Section.DRIVERS);
        return Html.ok(shell, Templates.list(shell, rollouts.list(), new RolloutWords(shell)));
    }

    @GET
    @Path("new")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public Response ask(@QueryParam("selector") @DefaultValue("") String selector) {
        Shell shell = shells.open(Section.DRIVERS);
        return Html.ok(shell, plan(shell, PlanForm.empty(selector, shell.zone())));
    }

    private TemplateInstance plan(Shell shell, Form form) {
        return Templates.plan(shell, form, plans.profiles(), plans.hookNames());
    }

    @POST
    @Path("new")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public Response plan(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.DRIVERS);
        Form form = Forms.read(sent);
        try {
            return Html.see("/rollouts/" + plans.plan(PlanForm.read(form)), "created");
        } catch (DomainFault fault) {
            return Html.refused(shell, plan(shell, Forms.refused(form, fault)));
        }
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response board(UUID id) {
        Shell shell = shells.open(Section.DRIVERS);
        return Html.ok(shell, board(shell, Form.empty(), id));
    }

    private TemplateInstance board(Shell shell, Form form, UUID id) {
        RolloutView rollout = rollouts.get(id);
        List<Order> orders = Stream.of(Order.values())
                .filter(order -> shell.may(Permissions.DRIVER_WRITE) && order.fits(rollout.state()))
                .toList();
        return Templates.board(
                shell, form, rollout, rollouts.nodes(id), rollouts.blast(id), orders, new RolloutWords(shell));
    }

    @POST
    @Path("{id}/orders/{order}")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public Response tell(UUID id, String order) {
        Shell shell = shells.open(Section.DRIVERS);
        Order told = Stream.of(Order.values())
                .filter(one -> one.code().equals(order))
                .findFirst()
                .orElseThrow(() -> new NotFound("order", order));
        try {
            rollouts.tell(id, told);
            return Html.see("/rollouts/" + id, "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, board(shell, Forms.refused(Form.empty(), fault), id));
        }
    }

    @POST
    @Path("{id}/nodes/{node}/skip")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public Response skip(UUID id, UUID node) {
        return change(id, () -> rollouts.skip(id, node));
    }

    @POST
    @Path("{id}/nodes/{node}/retry")
    @PermissionsAllowed(Permissions.DRIVER_WRITE)
    public Response retry(UUID id, UUID node) {
        return change(id, () -> rollouts.retry(id, node));
    }

    private Response change(UUID id, Runnable change) {
        Shell shell = shells.open(Section.DRIVERS);
        try {
            change.run();
            return Html.see("/rollouts/" + id, "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, board(shell, Forms.refused(Form.empty(), fault), id));
        }
    }

    @GET
    @Path("{id}/log")
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response log(
            UUID id,
            @QueryParam("node") @Nullable String node,
            @QueryParam("after") @DefaultValue("0") String after,
            @QueryParam("held") @DefaultValue("") String held) {
        Shell shell = shells.open(Section.DRIVERS);
        UUID one = QueryValues.id("node", node);
        long from = QueryValues.number("after", after, 0, Integer.MAX_VALUE);
        return Html.ok(
                shell,
                Templates.log(shell, rollouts.get(id), rollouts.lines(id, one, from), one, from, !held.isEmpty()));
    }

    @GET
    @Path("{id}/log.txt")
    @Produces(MediaType.TEXT_PLAIN)
    @PermissionsAllowed(Permissions.DRIVER_READ)
    public Response download(UUID id, @QueryParam("node") @Nullable String node) {
        UUID one = QueryValues.id("node", node);
        return Response.ok(LogText.of(after -> rollouts.lines(id, one, after)))
                .type(MediaType.TEXT_PLAIN_TYPE.withCharset("UTF-8"))
                .header("Content-Disposition", "attachment; filename=\"rollout-" + id + ".txt\"")
                .build();
    }
}
