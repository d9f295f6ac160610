package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.Authenticated;
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

/** One's own open browser sessions, to look at and to end. */
@Path("/settings/sessions")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class MySessionPages {
    private static final String BASE = "/settings/sessions";

    private final Shells shells;
    private final SessionService sessions;

    MySessionPages(Shells shells, SessionService sessions) {
        this.shells = shells;
        this.sessions = sessions;
    }

    @CheckedTemplate(basePath = "account")
    static class Templates {
        static native TemplateInstance sessions(
                Shell shell, List<SessionView> sessions, @Nullable UserView person, String base);
    }

    @GET
    @Authenticated
    public Response show() {
        Shell shell = shells.open(Section.SETTINGS);
        List<SessionView> open =
                sessions.mine(PageRequest.first(PageRequest.MOST)).items();
        return Html.ok(shell, Templates.sessions(shell, open, null, BASE));
    }

    @POST
    @Path("{id}/end")
    @Authenticated
    public Response end(UUID id) {
        sessions.endMine(id);
        return Html.see(BASE, "ended");
    }

    @POST
    @Path("end")
    @Authenticated
    public Response endOthers() {
        sessions.endMyOthers();
        return Html.see(BASE, "ended");
    }
}
