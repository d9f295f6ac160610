package dev.ibportal.portal.people;

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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The people of a tenant, and invitations. */
@Path("/tenants/{tenant}/people")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class TenantPeoplePages {
    private final Shells shells;
    private final TenantDoor door;
    private final PeopleService people;
    private final InvitationService invitations;
    private final Clock clock;

    TenantPeoplePages(
            Shells shells, TenantDoor door, PeopleService people, InvitationService invitations, Clock clock) {
        this.shells = shells;
        this.door = door;
        this.people = people;
        this.invitations = invitations;
        this.clock = clock;
    }

    /**
     * Public for the template.
     *
     * @param link of an invitation that was just made: shown this once
     */
    public record Listed(
            Ref tenant,
            Page<TenantPerson> people,
            Page<InvitationView> invitations,
            @Nullable String link) {}

    @CheckedTemplate(basePath = "people")
    static class Templates {
        static native TemplateInstance list(Shell shell, ListQuery list, Listed listed, Form form, RoleNames roles);

        static native TemplateInstance roles(Shell shell, Form form, Ref tenant, RoleChoice choice, RoleNames roles);

        static native TemplateInstance revoke(Shell shell, Form form, Ref tenant, InvitationView invitation);
    }

    @GET
    @PermissionsAllowed(Permissions.PEOPLE_READ)
    public Response list(UUID tenant, @Context UriInfo uri) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        return Html.ok(shell, page(shell, uri, tenant, fresh(), null));
    }

    private static Form fresh() {
        return Form.empty("role", "tenant-member", "days", "7");
    }

    private TemplateInstance page(Shell shell, UriInfo uri, UUID tenant, Form form, @Nullable String link) {
        ListQuery list = Lists.read(uri, "login", List.of());
        Ref named = new Ref(tenant, door.enter(tenant));
        PageRequest newest = PageRequest.of(PageRequest.MOST, null, "-createdAt");
        Listed listed =
                new Listed(named, people.list(tenant, Lists.request(list)), invitations.list(tenant, newest), link);
        return Templates.list(shell, list, listed, form, new RoleNames(shell));
    }

    /** The link is in this one answer and nowhere else, so there is no page to go to after it. */
    @POST
    @Path("invite")
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public Response invite(UUID tenant, MultivaluedMap<String, String> sent, @Context UriInfo uri) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        Form form = Forms.read(sent);
        try {
            Long days = form.number("days");
            Instant expires = days == null ? null : clock.instant().plus(Duration.ofDays(Math.min(days, 10_000)));
            InvitationView made =
                    invitations.create(tenant, new InvitationForm(form.text("role"), form.text("note"), expires));
            String link =
                    uri.getBaseUri().resolve("/invitation/" + made.secret()).toString();
            return Html.ok(shell, page(shell, uri, tenant, fresh(), link));
        } catch (DomainFault fault) {
            return Html.refused(shell, page(shell, uri, tenant, Forms.refused(form, fault), null));
        }
    }

    @GET
    @Path("invite")
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public Response backToList(UUID tenant) {
        return Html.see("/tenants/" + tenant + "/people");
    }

    @GET
    @Path("{person}")
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public Response askRoles(UUID tenant, UUID person) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        return Html.ok(shell, roles(shell, Form.empty(), tenant, RoleChoice.of(people.get(tenant, person))));
    }

    private TemplateInstance roles(Shell shell, Form form, UUID tenant, RoleChoice choice) {
        return Templates.roles(shell, form, new Ref(tenant, door.enter(tenant)), choice, new RoleNames(shell));
    }

    @POST
    @Path("{person}")
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public Response setRoles(UUID tenant, UUID person, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        Form form = Forms.read(sent);
        RoleChoice choice =
                RoleChoice.sent(people.get(tenant, person), sent.getOrDefault("role", List.of()), form.text("had"));
        try {
            choice.requireAsRead();
            if (choice.isNothingNew()) {
                return Html.see("/tenants/" + tenant + "/people");
            }
            if (!choice.taken().isEmpty() && !form.is("taking", choice.taking())) {
                return Html.ok(shell, roles(shell, form, tenant, choice));
            }
            people.setRoles(tenant, person, choice.ticked());
            return Html.see("/tenants/" + tenant + "/people", "saved");
        } catch (DomainFault fault) {
            return Html.refused(shell, roles(shell, Forms.refused(form, fault), tenant, choice));
        }
    }

    @GET
    @Path("invitations/{id}/revoke")
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public Response askRevoke(UUID tenant, UUID id) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        Ref named = new Ref(tenant, door.enter(tenant));
        return Html.ok(shell, Templates.revoke(shell, Form.empty(), named, invitations.get(tenant, id)));
    }

    @POST
    @Path("invitations/{id}/revoke")
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public Response revoke(UUID tenant, UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openFor(tenant, Section.TENANTS);
        try {
            invitations.revoke(tenant, id);
            return Html.see("/tenants/" + tenant + "/people", "saved");
        } catch (DomainFault fault) {
            Form form = Forms.refused(Forms.read(sent), fault);
            Ref named = new Ref(tenant, door.enter(tenant));
            return Html.refused(shell, Templates.revoke(shell, form, named, invitations.get(tenant, id)));
        }
    }
}
