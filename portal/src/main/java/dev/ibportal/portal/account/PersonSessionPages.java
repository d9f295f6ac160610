package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.UUID;

/** A person's open browser sessions, for operators. */
@Path("/people/{person}/sessions")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PersonSessionPages {
    private final Shells shells;
    private final SessionService sessions;

    PersonSessionPages(Shells shells, SessionService sessions) {
        this.shells = shells;
        this.sessions = sessions;
    }

    @GET
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response show(UUID person) {
        Shell shell = shells.open(Section.SETTINGS);
        List<SessionView> open =
                sessions.of(person, PageRequest.first(PageRequest.MOST)).items();
        return Html.ok(shell, MySessionPages.Templates.sessions(shell, open, sessions.person(person), base(person)));
    }

    @POST
    @Path("{id}/end")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response end(UUID person, UUID id) {
        sessions.end(person, id);
        return Html.see(base(person), "ended");
    }

    @POST
    @Path("end")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response endAll(UUID person) {
        sessions.endAll(person);
        return Html.see(base(person), "ended");
    }

    private static String base(UUID person) {
        return "/people/" + person + "/sessions";
    }
}
