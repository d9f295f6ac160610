package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.security.Role;
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

/** One person, as an operator looks after them. */
@Path("/people/{id}/account")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PersonPages {
    private final Shells shells;
    private final PersonCare people;

    PersonPages(Shells shells, PersonCare people) {
        this.shells = shells;
        this.people = people;
    }

    @CheckedTemplate(basePath = "account")
    static class Templates {
        static native TemplateInstance person(Shell shell, Form form, UserView user, Roles roles);
    }

    /** Where somebody has a role, and where it is changed. Public for the template. */
    public record InTenant(String href, String text) {}

    /** A role for the whole portal that somebody has or could have. Public for the template. */
    public record Everywhere(String role, String text, boolean ticked) {}

    /** Public for the template. */
    public record Roles(List<InTenant> inTenants, List<Everywhere> everywhere) {}

    @GET
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response show(UUID id) {
        Shell shell = shells.open(Section.SETTINGS);
        UserView user = people.get(id);
        return Html.ok(shell, page(shell, form(user), user, user.portalRoles()));
    }

    private static TemplateInstance page(Shell shell, Form form, UserView user, List<String> ticked) {
        RoleWords words = new RoleWords(shell);
        List<InTenant> inTenants = user.roles().stream()
                .filter(role -> role.tenant() != null)
                .map(role -> new InTenant(
                        "/tenants/" + role.tenant() + "/people/" + user.id(),
                        words.told(role.role(), role.tenant(), shell.person().tenants())))
                .toList();
        List<Everywhere> everywhere = Role.ofPortal().stream()
                .map(role -> new Everywhere(role.text(), words.name(role), ticked.contains(role.text())))
                .toList();
        return Templates.person(shell, form, user, new Roles(inTenants, everywhere));
    }

    private static Form form(UserView user) {
        return Form.filled(user.version(), "name", user.name());
    }

    /** What is to be done stands in the field {@code what}. */
    @POST
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response change(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.SETTINGS);
        Form form = Forms.read(sent);
        UserView user = people.get(id);
        List<String> ticked =
                form.is("what", "roles") ? sent.getOrDefault("portalRole", List.of()) : user.portalRoles();
        try {
            if (form.is("what", "password")) {
                UserView fresh = people.newPassword(id);
                return Html.ok(shell, page(shell, form(fresh), fresh, ticked));
            }
            people.change(id, form.version(), wanted(form, PersonChange.of(user), ticked));
            return Html.see("/people/" + id + "/account", "saved");
        } catch (DomainFault fault) {
            UserView present = people.get(id);
            return Html.refused(shell, page(shell, Forms.refused(form, fault).at(present.version()), present, ticked));
        }
    }

    private static PersonChange wanted(Form form, PersonChange present, List<String> ticked) {
        return switch (form.value("what")) {
            case "disable" -> present.withDisabled(true);
            case "enable" -> present.withDisabled(false);
            case "vouch" -> present.withVouched();
            case "roles" -> present.withPortalRoles(ticked);
            default -> present.withName(form.text("name"));
        };
    }
}
