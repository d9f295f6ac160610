package dev.ibportal.portal.tenant;

import dev.ibportal.portal.people.RoleNames;
import dev.ibportal.portal.people.ServiceAccountView;
import dev.ibportal.portal.people.TenantPerson;
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
import dev.ibportal.portal.tenant.TenantPagesSql.NodeLine;
import dev.ibportal.portal.tenant.TenantPagesSql.PartitionLine;
import dev.ibportal.portal.tenant.TenantPagesSql.TenantLine;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
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

@Path("/tenants")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class TenantPages {
    private static final int FEW = 10;

    private final Shells shells;
    private final TenantService tenants;
    private final TenantParts parts;
    private final TenantPagesSql sql;

    TenantPages(Shells shells, TenantService tenants, TenantParts parts, TenantPagesSql sql) {
        this.shells = shells;
        this.tenants = tenants;
        this.parts = parts;
        this.sql = sql;
    }

    @CheckedTemplate(basePath = "tenant")
    static class Templates {
        static native TemplateInstance list(Shell shell, ListQuery list, Page<TenantLine> tenants, States states);

        static native TemplateInstance detail(Shell shell, Detail detail, States states, RoleNames roles);

        static native TemplateInstance edit(Shell shell, Form form, String id);
    }

    @GET
    @PermissionsAllowed(Permissions.TENANT_READ)
    public Response list(@Context UriInfo uri) {
        Shell shell = shells.open(Section.TENANTS);
        ListQuery list = Lists.read(uri, "name", List.of("search"));
        Page<TenantView> found = tenants.list(Lists.filter(list, "search"), null, Lists.request(list));
        return Html.ok(shell, Templates.list(shell, list, sql.withCounts(found), new States(shell)));
    }

    /** Everything about a tenant on one page. Public for the template. */
    public record Detail(
            TenantView tenant,
            List<QuotaView> quotas,
            List<NodeLine> nodes,
            List<PartitionLine> partitions,
            Page<TenantPerson> people,
            Page<ServiceAccountView> accounts) {}

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.TENANT_READ)
    public Response detail(UUID id) {
        Shell shell = shells.openFor(id, Section.TENANTS);
        TenantView tenant = tenants.get(id);
        PageRequest few = PageRequest.first(FEW);
        Page<TenantPerson> people =
                shell.may(Permissions.PEOPLE_READ) ? parts.people().list(id, few) : new Page<>(List.of(), null);
        Page<ServiceAccountView> accounts = shell.may(Permissions.SERVICE_ACCOUNT_READ)
                ? parts.accounts().list(id, few)
                : new Page<>(List.of(), null);
        Detail detail =
                new Detail(tenant, parts.quotas().get(id), sql.granted(id), sql.partitions(id), people, accounts);
        return Html.ok(shell, Templates.detail(shell, detail, new States(shell), new RoleNames(shell)));
    }

    @GET
    @Path("new")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response blank() {
        Shell shell = shells.open(Section.TENANTS);
        return Html.ok(shell, Templates.edit(shell, Form.empty(), ""));
    }

    @POST
    @Path("new")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response create(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            return Html.see("/tenants/" + tenants.create(wish(form)).id(), "created");
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.edit(shell, Forms.refused(form, fault), ""));
        }
    }

    @GET
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response edit(UUID id) {
        Shell shell = shells.open(Section.TENANTS);
        TenantView tenant = tenants.get(id);
        Form form = Form.filled(tenant.version(), "name", tenant.name(), "description", tenant.description());
        return Html.ok(shell, Templates.edit(shell, form, id.toString()));
    }

    @POST
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public Response update(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            tenants.change(id, form.version(), wish(form));
            return Html.see("/tenants/" + id, "saved");
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault).at(tenants.get(id).version());
            return Html.refused(shell, Templates.edit(shell, again, id.toString()));
        }
    }

    private static TenantForm wish(Form form) {
        return new TenantForm(form.text("name"), form.lines("description"));
    }
}
