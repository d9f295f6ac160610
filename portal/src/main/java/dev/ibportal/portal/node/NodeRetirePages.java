package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
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

@Path("/nodes/{id}/retire")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class NodeRetirePages {
    private final Shells shells;
    private final NodeService nodes;
    private final NodeLife life;

    NodeRetirePages(Shells shells, NodeService nodes, NodeLife life) {
        this.shells = shells;
        this.nodes = nodes;
        this.life = life;
    }

    @CheckedTemplate(basePath = "node")
    static class Templates {
        static native TemplateInstance retire(Shell shell, Form form, NodeView node);
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response ask(UUID id) {
        NodeView node = nodes.get(id).node();
        Shell shell = shells.open(Section.NODES);
        return Html.ok(shell, Templates.retire(shell, Form.filled(node.version()), node));
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response retire(UUID id, MultivaluedMap<String, String> sent) {
        Form form = Forms.read(sent);
        NodeView node = nodes.get(id).node();
        Shell shell = shells.open(Section.NODES);
        try {
            if (!form.value("typed").strip().equals(node.name())) {
                throw new DomainFault.Invalid(
                        "typed", Texts.of(NodeMessages.class, shell.language()).retire_wrong(node.name()));
            }
            life.retire(id, "\"" + form.version() + "\"");
            return Html.see("/nodes", "saved");
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault).at(node.version());
            return Html.refused(shell, Templates.retire(shell, again, node));
        }
    }
}
