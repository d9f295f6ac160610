package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.page.Lists;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The people who may log in. */
@Path("/people")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PeoplePages {
    private static final String EVERYWHERE = "everywhere";

    private final Shells shells;
    private final UserService users;

    PeoplePages(Shells shells, UserService users) {
        this.shells = shells;
        this.users = users;
    }

    /** A person with their roles in words. Public for the templates. */
    public record PersonLine(UserView user, List<String> roles) {}

    @CheckedTemplate(basePath = "account")
    static class Templates {
        static native TemplateInstance people(
                Shell shell, ListQuery list, Page<PersonLine> people, Form form, @Nullable UserView fresh);
    }

    @GET
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response list(@Context UriInfo uri) {
        Shell shell = shells.open(Section.SETTINGS);
        return Html.ok(shell, page(shell, uri, Form.empty(), null));
    }

    private TemplateInstance page(Shell shell, UriInfo uri, Form form, @Nullable UserView fresh) {
        ListQuery list = Lists.read(uri, "login", List.of());
        RoleWords words = new RoleWords(shell);
        Page<PersonLine> people = users.list(Lists.request(list))
                .map(user -> new PersonLine(
                        user,
                        user.roles().stream()
                                .map(role -> words.told(
                                        role.role(),
                                        role.tenant(),
                                        shell.person().tenants()))
                                .toList()));
        return Templates.people(shell, list, people, form, fresh);
    }

    /** The one-time password is in this one answer and nowhere else, so there is no page to go to after it. */
    @POST
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response create(MultivaluedMap<String, String> sent, @Context UriInfo uri) {
        Shell shell = shells.open(Section.SETTINGS);
        Form form = Forms.read(sent);
        try {
            UserForm wish = new UserForm(form.text("login"), form.text("name"), null, List.of(role(shell, form)));
            UserView fresh = users.create(wish);
            return Html.ok(shell, page(shell, uri, Form.empty(), fresh));
        } catch (DomainFault fault) {
            return Html.refused(shell, page(shell, uri, Forms.refused(form, fault), null));
        }
    }

    /** Nothing is taken for granted: a role nobody has chosen would be a right that nobody meant to give. */
    private static UserForm.RoleForm role(Shell shell, Form form) {
        AccountMessages messages = Texts.of(AccountMessages.class, shell.language());
        String role = form.text("role");
        String tenant = form.text("tenant");
        List<DomainFault.FieldError> missing = new ArrayList<>();
        if (role == null) {
            missing.add(DomainFault.FieldError.told("role", messages.role_missing()));
        }
        if (tenant == null) {
            missing.add(DomainFault.FieldError.told("tenant", messages.tenant_missing()));
        }
        if (!missing.isEmpty()) {
            throw new DomainFault.Invalid(missing, null);
        }
        return new UserForm.RoleForm(
                role, EVERYWHERE.equals(tenant) ? null : Forms.id("tenant", String.valueOf(tenant)));
    }
}
