package dev.ibportal.portal.session;

import dev.ibportal.portal.node.NodeService;
import dev.ibportal.portal.node.NodeView;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Joining a node: a command to copy, and a page that waits for the node and sees it come. */
@Path("/nodes/{id}/join")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class JoinPages {
    private final Shells shells;
    private final NodeService nodes;
    private final JoinCommand command;

    JoinPages(Shells shells, NodeService nodes, JoinCommand command) {
        this.shells = shells;
        this.nodes = nodes;
        this.command = command;
    }

    @CheckedTemplate(basePath = "session")
    static class Templates {
        static native TemplateInstance join(Shell shell, NodeView node, @Nullable Invitation invitation, States states);

        static native TemplateInstance join$progress(
                Shell shell, NodeView node, @Nullable Invitation invitation, States states);
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_ENROL)
    public Response show(UUID id, @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.open(Section.NODES);
        NodeView node = nodes.get(id).node();
        States states = new States(shell);
        return Html.ok(
                shell,
                htmx == null
                        ? Templates.join(shell, node, null, states)
                        : Templates.join$progress(shell, node, null, states));
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_ENROL)
    public Response invite(UUID id) {
        return command.show(id);
    }
}
