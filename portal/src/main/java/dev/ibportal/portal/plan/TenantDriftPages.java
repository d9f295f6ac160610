package dev.ibportal.portal.plan;

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

/** What becomes of drift of a tenant's interfaces. */
@Path("/tenants")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class TenantDriftPages {
    private final Shells shells;
    private final PlanService plans;

    TenantDriftPages(Shells shells, PlanService plans) {
        this.shells = shells;
        this.plans = plans;
    }

    @CheckedTemplate(basePath = "plan")
    static class Templates {
        static native TemplateInstance tenant(Shell shell, Form form, PlanService.TenantChoice choice);
    }

    @GET
    @Path("{id}/drift")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response tenant(UUID id) {
        Shell shell = shells.open(Section.TENANTS);
        PlanService.TenantChoice choice = plans.tenant(id);
        return Html.ok(shell, Templates.tenant(shell, Form.empty("policy", choice.policy()), choice));
    }

    @POST
    @Path("{id}/drift")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response chooseForTenant(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            plans.chooseForTenant(id, form.text("policy"));
            return Html.see("/tenants/" + id + "/drift", "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.tenant(shell, Forms.refused(form, fault), plans.tenant(id)));
        }
    }
}
