package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.Authenticated;
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
import org.jspecify.annotations.Nullable;

/** Open browser sessions, to look at and to end. */
@Path("/")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class SessionPages {
    private final Shells shells;
    private final SessionService sessions;

    SessionPages(Shells shells, SessionService sessions) {
        this.shells = shells;
        this.sessions = sessions;
    }

    @CheckedTemplate(basePath = "account")
    static class Templates {
        static native TemplateInstance sessions(
                Shell shell, List<SessionView> sessions, @Nullable UserView person, String base);
    }

    @GET
    @Path("settings/sessions")
    @Authenticated
    public Response mine() {
        Shell shell = shells.open(Section.SETTINGS);
        List<SessionView> open = sessions.mine(PageRequest.first(PageRequest.MOST)).items();
        return Html.ok(shell, Templates.sessions(shell, open, null, "/settings/sessions"));
    }

    @POST
    @Path("settings/sessions/{id}/end")
    @Authenticated
    public Response endMine(UUID id) {
        sessions.endMine(id);
        return Html.see("/settings/sessions", "ended");
    }

    @POST
    @Path("settings/sessions/end")
    @Authenticated
    public Response endMyOthers() {
        sessions.endMyOthers();
        return Html.see("/settings/sessions", "ended");
    }

    @GET
    @Path("people/{person}/sessions")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response of(UUID person) {
        Shell shell = shells.open(Section.SETTINGS);
        List<SessionView> open =
                sessions.of(person, PageRequest.first(PageRequest.MOST)).items();
        return Html.ok(shell, Templates.sessions(shell, open, sessions.person(person), base(person)));
    }

    @POST
    @Path("people/{person}/sessions/{id}/end")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response end(UUID person, UUID id) {
        sessions.end(person, id);
        return Html.see(base(person), "ended");
    }

    @POST
    @Path("people/{person}/sessions/end")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Response endAll(UUID person) {
        sessions.endAll(person);
        return Html.see(base(person), "ended");
    }

    private static String base(UUID person) {
        return "/people/" + person + "/sessions";
    }
}
