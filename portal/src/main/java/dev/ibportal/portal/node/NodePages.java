package dev.ibportal.portal.node;

import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.page.Lists;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Path("/nodes")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class NodePages {
    private final Shells shells;
    private final NodeService nodes;
    private final PortService ports;
    private final FabricService fabrics;
    private final NodePagesSql sql;
    private final ReplacementService replacements;
    private final PortInterfaceService own;
    private final FirstInvitation invitation;

    NodePages(
            Shells shells,
            NodeService nodes,
            PortService ports,
            FabricService fabrics,
            NodePagesSql sql,
            ReplacementService replacements,
            PortInterfaceService own,
            FirstInvitation invitation) {
        this.own = own;
        this.invitation = invitation;
        this.shells = shells;
        this.nodes = nodes;
        this.ports = ports;
        this.fabrics = fabrics;
        this.sql = sql;
        this.replacements = replacements;
    }

    @CheckedTemplate(basePath = "node")
    static class Templates {
        static native TemplateInstance list(Shell shell, ListQuery list, Page<NodeLine> nodes, States states);

        static native TemplateInstance list$rows(Shell shell, ListQuery list, Page<NodeLine> nodes, States states);

        static native TemplateInstance detail(
                Shell shell, NodePage node, Form form, List<FabricChoice> fabrics, States states);

        static native TemplateInstance detail$live(
                Shell shell, NodePage node, Form form, List<FabricChoice> fabrics, States states);

        static native TemplateInstance create(Shell shell, Form form, List<String> roles);
    }

    /** A fabric that a port may be on. Public for the templates. */
    public record FabricChoice(String id, String name) {}

    @GET
    @PermissionsAllowed(Permissions.NODE_READ)
    public Response list(@Context UriInfo uri, @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.open(Section.NODES);
        ListQuery list = Lists.read(uri, "name", List.of("search"));
        Page<NodeLine> found = sql.withInterfaces(nodes.list(Lists.filter(list, "search"), null, Lists.request(list)));
        States states = new States(shell);
        return Html.ok(
                shell,
                htmx == null
                        ? Templates.list(shell, list, found, states)
                        : Templates.list$rows(shell, list, found, states));
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.NODE_READ)
    public Response detail(UUID id, @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.open(Section.NODES);
        return Html.ok(shell, detail(shell, id, Form.empty(), htmx != null));
    }

    private TemplateInstance detail(Shell shell, UUID id, Form form, boolean liveOnly) {
        boolean operator = shell.may(Permissions.NODE_WRITE);
        NodePage page = NodePage.of(
                nodes.get(id),
                sql.inventory(id, operator),
                operator ? replacements.proposals(id) : List.of(),
                operator ? own.ofNode(id) : List.of());
        States states = new States(shell);
        List<FabricChoice> choices = liveOnly || !shell.may(Permissions.NODE_WRITE) ? List.of() : choices();
        return liveOnly
                ? Templates.detail$live(shell, page, form, choices, states)
                : Templates.detail(shell, page, form, choices, states);
    }

    private List<FabricChoice> choices() {
        return fabrics.list(PageRequest.first(PageRequest.MOST)).items().stream()
                .map(fabric -> new FabricChoice(fabric.id().toString(), fabric.name()))
                .toList();
    }

    /** Registers a port by hand. */
    @POST
    @Path("{id}")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response register(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.NODES);
        Form form = Forms.read(sent);
        try {
            ports.register(id, new PortForm(form.text("guid"), form.text("fabric")));
            return Html.see("/nodes/" + id, "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, detail(shell, id, Forms.refused(form, fault), false));
        }
    }

    @GET
    @Path("new")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response blank() {
        Shell shell = shells.open(Section.NODES);
        return Html.ok(shell, Templates.create(shell, Form.empty(), List.of("node")));
    }

    @POST
    @Path("new")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response create(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.NODES);
        Form form = Forms.read(sent);
        List<String> roles = sent.getOrDefault("roles", List.of());
        try {
            NodeDetail made = nodes.create(new NodeForm(form.text("name"), roles));
            return invitation.show(made.node().id());
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.create(shell, Forms.refused(form, fault), roles));
        }
    }
}
