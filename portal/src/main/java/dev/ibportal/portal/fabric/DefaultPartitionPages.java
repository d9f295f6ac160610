package dev.ibportal.portal.fabric;

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

/** The guided step from full to limited in the default partition. */
@Path("/fabrics/{id}/default-partition")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class DefaultPartitionPages {
    private final Shells shells;
    private final DefaultPartitionService defaults;

    DefaultPartitionPages(Shells shells, DefaultPartitionService defaults) {
        this.shells = shells;
        this.defaults = defaults;
    }

    @CheckedTemplate(basePath = "fabric")
    static class Templates {
        static native TemplateInstance defaultPartition(Shell shell, Form form, DefaultPartitionView view);
    }

    @GET
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response look(UUID id) {
        Shell shell = shells.open(Section.FABRICS);
        return Html.ok(shell, Templates.defaultPartition(shell, Form.empty(), defaults.look(id)));
    }

    @POST
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response limit(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.FABRICS);
        Form form = Forms.read(sent);
        try {
            String name = defaults.look(id).name();
            if (!form.value("typed").strip().equals(name)) {
                throw new DomainFault.Invalid(
                        "typed",
                        Texts.of(FabricMessages.class, shell.language()).delete_wrong(name));
            }
            defaults.limit(id, form.text("digest"));
            return Html.see("/fabrics/" + id, "saved");
        } catch (DomainFault fault) {
            return Html.refused(
                    shell, Templates.defaultPartition(shell, Forms.refused(form, fault), defaults.look(id)));
        }
    }
}
