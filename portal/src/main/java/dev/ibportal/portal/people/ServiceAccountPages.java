package dev.ibportal.portal.people;

import dev.ibportal.portal.account.TokenDays;
import dev.ibportal.portal.account.TokenForm;
import dev.ibportal.portal.account.TokenView;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.page.Lists;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
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
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The service accounts of a tenant and their tokens. */
@Path("/tenants/{tenant}/service-accounts")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class ServiceAccountPages {
    private final Shells shells;
    private final TenantDoor door;
    private final ServiceAccountService accounts;
    private final Clock clock;

    ServiceAccountPages(Shells shells, TenantDoor door, ServiceAccountService accounts, Clock clock) {
        this.shells = shells;
        this.door = door;
        this.accounts = accounts;
        this.clock = clock;
    }

    /**
     * One account with its tokens. Public for the template.
     *
     * @param fresh a token that was just made: shown this once
     */
    public record Detail(
            Ref tenant,
            ServiceAccountView account,
            List<TokenView> tokens,
            @Nullable TokenView fresh,
            List<String> permissions) {}

    @CheckedTemplate(basePath = "people")
    static class Templates {
        static native TemplateInstance accounts(
                Shell shell, ListQuery list, Ref tenant, Page<ServiceAccountView> accounts, Form form, RoleNames roles);

        static native TemplateInstance account(Shell shell, Detail detail, Form form, RoleNames roles);

        static native TemplateInstance editAccount(
                Shell shell, Form form, Ref tenant, ServiceAccountView account, RoleNames roles);

        static native TemplateInstance deleteAccount(Shell shell, Ref tenant, ServiceAccountView account);

        static native TemplateInstance revokeToken(
                Shell shell, Ref tenant, ServiceAccountView account, TokenView token);
    }

    private static String path(UUID tenant) {
        return "/tenants/" + tenant + "/service-accounts";
    }

    private Ref named(UUID tenant) {
        return new Ref(tenant, door.enter(tenant));
    }

    @GET
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_READ)
    public Response list(UUID tenant, @Context UriInfo uri) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        return Html.ok(shell, page(shell, uri, tenant, Form.empty("role", "tenant-member")));
    }

    private TemplateInstance page(Shell shell, UriInfo uri, UUID tenant, Form form) {
        ListQuery list = Lists.read(uri, "name", List.of());
        Ref named = named(tenant);
        Page<ServiceAccountView> found = accounts.list(tenant, Lists.request(list));
        return Templates.accounts(shell, list, named, found, form, new RoleNames(shell));
    }

    @POST
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public Response create(UUID tenant, MultivaluedMap<String, String> sent, @Context UriInfo uri) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            ServiceAccountView made =
                    accounts.create(tenant, new ServiceAccountForm(form.text("name"), form.text("role")));
            return Html.see(path(tenant) + "/" + made.id(), "created");
        } catch (DomainFault fault) {
            return Html.refused(shell, page(shell, uri, tenant, Forms.refused(form, fault)));
        }
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_READ)
    public Response detail(UUID tenant, UUID id) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        return Html.ok(shell, detail(shell, tenant, id, freshToken(), null));
    }

    private static Form freshToken() {
        return Form.empty("days", "90");
    }

    private TemplateInstance detail(Shell shell, UUID tenant, UUID id, Form form, @Nullable TokenView fresh) {
        Ref named = named(tenant);
        ServiceAccountView account = accounts.get(tenant, id);
        PageRequest newest = PageRequest.of(PageRequest.MOST, null, "-createdAt");
        List<TokenView> tokens = accounts.tokens(tenant, id, newest).items();
        List<String> permissions = List.copyOf(new TreeSet<>(accounts.permissions(tenant, account)));
        return Templates.account(
                shell, new Detail(named, account, tokens, fresh, permissions), form, new RoleNames(shell));
    }

    /** The token is in this one answer and nowhere else, so there is no page to go to after it. */
    @POST
    @Path("{id}/tokens")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public Response makeToken(UUID tenant, UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            Instant expires = TokenDays.end(form, shell, clock);
            TokenView fresh =
                    accounts.createToken(tenant, id, new TokenForm(form.text("name"), expires, sent.get("scope")));
            return Html.ok(shell, detail(shell, tenant, id, freshToken(), fresh));
        } catch (DomainFault fault) {
            return Html.refused(shell, detail(shell, tenant, id, Forms.refused(form, fault), null));
        }
    }

    @GET
    @Path("{id}/tokens/{token}/revoke")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public Response askRevoke(UUID tenant, UUID id, UUID token) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        ServiceAccountView account = accounts.get(tenant, id);
        TokenView found = accounts.tokens(tenant, id, PageRequest.first(PageRequest.MOST)).items().stream()
                .filter(each -> each.id().equals(token))
                .findFirst()
                .orElseThrow(() -> new DomainFault.NotFound("token", token));
        return Html.ok(shell, Templates.revokeToken(shell, named(tenant), account, found));
    }

    @POST
    @Path("{id}/tokens/{token}/revoke")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public Response revoke(UUID tenant, UUID id, UUID token) {
        shells.openFor(tenant, Section.TENANTS);
        accounts.revokeToken(tenant, id, token);
        return Html.see(path(tenant) + "/" + id, "saved");
    }

    @GET
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public Response edit(UUID tenant, UUID id) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        ServiceAccountView account = accounts.get(tenant, id);
        Form form = Form.filled(account.version(), "name", account.name(), "role", account.role());
        return Html.ok(shell, Templates.editAccount(shell, form, named(tenant), account, new RoleNames(shell)));
    }

    @POST
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public Response change(UUID tenant, UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            accounts.change(tenant, id, form.version(), new ServiceAccountForm(form.text("name"), form.text("role")));
            return Html.see(path(tenant) + "/" + id, "saved");
        } catch (DomainFault fault) {
            ServiceAccountView present = accounts.get(tenant, id);
            Form again = Forms.refused(form, fault).at(present.version());
            return Html.refused(
                    shell, Templates.editAccount(shell, again, named(tenant), present, new RoleNames(shell)));
        }
    }

    @GET
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public Response askDelete(UUID tenant, UUID id) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        return Html.ok(shell, Templates.deleteAccount(shell, named(tenant), accounts.get(tenant, id)));
    }

    @POST
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public Response delete(UUID tenant, UUID id) {
        shells.openFor(tenant, Section.TENANTS);
        String name = accounts.get(tenant, id).name();
        accounts.remove(tenant, id);
        return Html.see(path(tenant), "removed", name);
    }
}
