package dev.ibportal.portal.adoption;

import dev.ibportal.portal.node.NodeService;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
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
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;

/** Hand-made interfaces of a node, each with the button that takes it over. */
@Path("/nodes/{node}/adopt")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class AdoptionPages {
    private final Shells shells;
    private final NodeService nodes;
    private final AdoptionService adoptions;

    AdoptionPages(Shells shells, NodeService nodes, AdoptionService adoptions) {
        this.shells = shells;
        this.nodes = nodes;
        this.adoptions = adoptions;
    }

    @CheckedTemplate(basePath = "adoption")
    static class Templates {
        static native TemplateInstance adopt(
                Shell shell, Form form, UUID node, String name, List<AdoptionView> proposals, States states);
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response look(UUID node) {
        Shell shell = shells.open(Section.NODES);
        return Html.ok(shell, page(shell, Form.empty(), node));
    }

    private TemplateInstance page(Shell shell, Form form, UUID node) {
        String name = nodes.get(node).node().name();
        return Templates.adopt(shell, form, node, name, adoptions.proposals(node), new States(shell));
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response accept(UUID node, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.NODES);
        Form form = Forms.read(sent);
        try {
            adoptions.accept(node, new AdoptionForm(form.text("name")));
            return Html.see("/nodes/" + node, "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, page(shell, Forms.refused(form, fault), node));
        }
    }
}
