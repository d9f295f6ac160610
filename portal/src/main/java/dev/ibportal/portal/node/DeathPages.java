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

/** Asks for the node's name before it is declared dead. */
@Path("/nodes/{id}/dead")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class DeathPages {
    private final Shells shells;
    private final DeathService deaths;

    DeathPages(Shells shells, DeathService deaths) {
        this.shells = shells;
        this.deaths = deaths;
    }

    @CheckedTemplate(basePath = "node")
    static class Templates {
        static native TemplateInstance dead(Shell shell, Form form, DeathPreview preview);
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response ask(UUID id) {
        Shell shell = shells.open(Section.NODES);
        return Html.ok(shell, Templates.dead(shell, Form.empty(), deaths.preview(id)));
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public Response declare(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.NODES);
        Form form = Forms.read(sent);
        DeathPreview preview = deaths.preview(id);
        try {
            requireTyped(shell, form, preview.node().name());
            deaths.declare(id, new DeathForm(form.text("confirm")));
            return Html.see("/nodes/" + id, "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.dead(shell, Forms.refused(form, fault), preview));
        }
    }

    /** In the person's language; the service looks once more. */
    private static void requireTyped(Shell shell, Form form, String name) {
        if (!form.value("confirm").strip().equals(name)) {
            throw new DomainFault.Invalid(
                    "confirm", Texts.of(NodeMessages.class, shell.language()).dead_wrong(name));
        }
    }
}
