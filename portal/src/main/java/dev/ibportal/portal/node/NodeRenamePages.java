package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

@Path("/nodes/{id}/edit")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class NodeRenamePages {
    private final Shells shells;
    private final NodeService nodes;
    private final NodeLife life;

    NodeRenamePages(Shells shells, NodeService nodes, NodeLife life) {
        this.shells = shells;
        this.nodes = nodes;
        this.life = life;
    }

    @CheckedTemplate(basePath = "node")
    static class Templates {
        static native TemplateInstance rename(Shell shell, Form form, NodeView node);
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response edit(UUID id) {
        NodeView node = nodes.get(id).node();
        Form form = Form.filled(node.version(), "name", node.name());
        Shell shell = shells.open(Section.NODES);
        return Html.ok(shell, Templates.rename(shell, form, node));
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response rename(UUID id, MultivaluedMap<String, String> sent) {
        Form form = Forms.read(sent);
        try {
            life.rename(id, form.version(), new NodeChange(form.text("name")));
            return Html.see("/nodes/" + id, "saved");
        } catch (DomainFault fault) {
            NodeView node = nodes.get(id).node();
            Form again = Forms.refused(form, fault).at(node.version());
            Shell shell = shells.open(Section.NODES);
            return Html.refused(shell, Templates.rename(shell, again, node));
        }
    }
}
