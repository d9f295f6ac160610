package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.web.RequestInfo;
import io.quarkus.security.Authenticated;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/** The switches in the head of every page: language, colours, acting tenant. */
@Path("/")
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PreferencePages {
    private final CurrentActor actor;
    private final Preferences preferences;
    private final RequestInfo request;

    PreferencePages(CurrentActor actor, Preferences preferences, RequestInfo request) {
        this.actor = actor;
        this.preferences = preferences;
        this.request = request;
    }

    /** Also for people who are not logged in: the log-in page has to be readable first. */
    @POST
    @Path("preferences")
    @PermitAll
    public Response switched(MultivaluedMap<String, String> sent) {
        Form form = Forms.read(sent);
        Response.ResponseBuilder answer = Response.fromResponse(Html.see(Html.local(form.value("back"))));
        Optional<Language> language = Language.of(form.value("language"));
        language.ifPresent(chosen -> {
            answer.cookie(Cookies.keep(Cookies.LANGUAGE, chosen.tag()));
            actor.find().ifPresent(who -> preferences.setLanguage(chosen));
        });
        if (form.values().containsKey("theme")) {
            answer.cookie(
                    Cookies.keep(Cookies.THEME, Theme.of(form.value("theme")).text()));
        }
        return answer.build();
    }

    /** Kept with the session. Whether the person may act for that tenant is asked again with each request. */
    @POST
    @Path("acting-tenant")
    @Authenticated
    public Response actFor(MultivaluedMap<String, String> sent) {
        String session =
                request.cookie(SessionCookies.session(request.isSecure())).orElse("");
        String chosen = Forms.read(sent).value("tenant");
        preferences.actFor(session, chosen.isEmpty() ? null : Forms.id("tenant", chosen));
        return Html.see("/");
    }
}
