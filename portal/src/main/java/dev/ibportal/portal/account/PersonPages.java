package dev.ibportal.portal.account;

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
        static native TemplateInstance person(Shell shell, Form form, UserView user);
    }

    @GET
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response show(UUID id) {
        Shell shell = shells.open(Section.SETTINGS);
        UserView user = people.get(id);
        return Html.ok(shell, Templates.person(shell, form(user), user));
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
        try {
            switch (form.value("what")) {
                case "password" -> {
                    UserView fresh = people.newPassword(id);
                    return Html.ok(shell, Templates.person(shell, form(fresh), fresh));
                }
                case "disable" -> people.change(id, form.version(), new PersonChange(user.name(), true));
                case "enable" -> people.change(id, form.version(), new PersonChange(user.name(), false));
                default ->
                    people.change(id, form.version(), new PersonChange(form.text("name"), user.disabledAt() != null));
            }
            return Html.see("/people/" + id + "/account", "saved");
        } catch (DomainFault fault) {
            return Html.refused(
                    shell,
                    Templates.person(
                            shell, Forms.refused(form, fault).at(people.get(id).version()), people.get(id)));
        }
    }
}
