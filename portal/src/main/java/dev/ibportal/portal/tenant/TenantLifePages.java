package dev.ibportal.portal.tenant;

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
import java.util.List;
import java.util.UUID;

/** How much a tenant may have, whether it may do anything at all, and its end. */
@Path("/tenants")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class TenantLifePages {
    private final Shells shells;
    private final TenantService tenants;
    private final QuotaService quotas;
    private final TenantLife life;

    TenantLifePages(Shells shells, TenantService tenants, QuotaService quotas, TenantLife life) {
        this.shells = shells;
        this.tenants = tenants;
        this.quotas = quotas;
        this.life = life;
    }

    @CheckedTemplate(basePath = "tenant")
    static class Templates {
        static native TemplateInstance quotas(Shell shell, Form form, TenantView tenant, List<QuotaView> quotas);

        static native TemplateInstance suspend(Shell shell, Form form, TenantView tenant);

        static native TemplateInstance delete(Shell shell, Form form, TenantRemoval removal);
    }

    @GET
    @Path("{id}/quotas")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response askQuotas(UUID id) {
        Shell shell = shells.openFor(id, Section.TENANTS);
        TenantView tenant = tenants.get(id);
        List<QuotaView> present = quotas.get(id);
        String[] fields = present.stream()
                .flatMap(quota -> java.util.stream.Stream.of(
                        quota.kind(), quota.limit() == null ? "" : quota.limit().toString()))
                .toArray(String[]::new);
        return Html.ok(shell, Templates.quotas(shell, Form.empty(fields), tenant, present));
    }

    @POST
    @Path("{id}/quotas")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response setQuotas(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openFor(id, Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            quotas.set(id, new QuotaForm(form.number("partitions"), form.number("addresses"), form.number("nodes")));
            return Html.see("/tenants/" + id, "saved");
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault);
            return Html.refused(shell, Templates.quotas(shell, again, tenants.get(id), quotas.get(id)));
        }
    }

    @GET
    @Path("{id}/suspend")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response askSuspend(UUID id) {
        Shell shell = shells.openFor(id, Section.TENANTS);
        return Html.ok(shell, Templates.suspend(shell, Form.empty(), tenants.get(id)));
    }

    @POST
    @Path("{id}/suspend")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response suspend(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openFor(id, Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            life.suspend(id, form.text("reason"));
            return Html.see("/tenants/" + id, "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.suspend(shell, Forms.refused(form, fault), tenants.get(id)));
        }
    }

    @POST
    @Path("{id}/resume")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response resume(UUID id) {
        life.resume(id);
        return Html.see("/tenants/" + id, "saved");
    }

    @GET
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response askDelete(UUID id) {
        Shell shell = shells.openFor(id, Section.TENANTS);
        return Html.ok(shell, Templates.delete(shell, Form.empty(), life.preview(id)));
    }

    @POST
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response delete(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openFor(id, Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            TenantView gone = life.remove(id, form.text("confirm"));
            return Html.see("/tenants/" + id, "leaving", gone.name());
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.delete(shell, Forms.refused(form, fault), life.preview(id)));
        }
    }
}
