package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.WebSessions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.Authenticated;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.CookieParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;

@Path("/")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class LogInPages {
    private final Shells shells;
    private final WebLogIn door;
    private final CurrentActor actor;
    private final UriInfo uri;

    LogInPages(Shells shells, WebLogIn door, CurrentActor actor, @Context UriInfo uri) {
        this.shells = shells;
        this.door = door;
        this.actor = actor;
        this.uri = uri;
    }

    @CheckedTemplate(basePath = "account")
    static class Templates {
        static native TemplateInstance login(Shell shell, Form form, String told);
    }

    @GET
    @Path("login")
    @PermitAll
    public Response form(
            @QueryParam("next") @DefaultValue("/") String next,
            @QueryParam("bye") @Nullable String bye,
            @QueryParam("changed") @Nullable String changed) {
        if (actor.find().isPresent()) {
            return Html.see(Html.local(next));
        }
        Shell shell = shells.openForAnyone();
        AccountMessages messages = Texts.of(AccountMessages.class, shell.language());
        String told = bye != null ? messages.logged_out() : changed != null ? messages.password_done() : "";
        return Html.ok(shell, Templates.login(shell, Form.empty("next", Html.local(next)), told));
    }

    @POST
    @Path("login")
    @PermitAll
    public Response logIn(MultivaluedMap<String, String> sent) {
        Form form = Forms.read(sent);
        try {
            WebLogIn.Opened opened = door.open(form.value("login"), form.value("password"));
            String next = opened.actor().mustChangePassword() ? "/settings/password" : Html.local(form.value("next"));
            return Response.fromResponse(Html.see(next))
                    .cookie(cookie(opened.session()).build())
                    .build();
        } catch (DomainFault.Unauthenticated | DomainFault.TooMany fault) {
            Shell shell = shells.openForAnyone();
            AccountMessages messages = Texts.of(AccountMessages.class, shell.language());
            boolean wrong = fault instanceof DomainFault.Unauthenticated;
            Form again = form.without("password").refused(wrong ? messages.login_wrong() : messages.login_many());
            return Html.answer(fault.problem().status(), shell, Templates.login(shell, again, ""));
        }
    }

    @POST
    @Path("logout")
    @Authenticated
    public Response logOut(@CookieParam(WebSessions.COOKIE) String session) {
        door.close(actor.get(), session);
        return Response.fromResponse(Html.see("/login?bye=1"))
                .cookie(cookie("").maxAge(0).expiry(Date.from(Instant.EPOCH)).build())
                .build();
    }

    private NewCookie.Builder cookie(String session) {
        return new NewCookie.Builder(WebSessions.COOKIE)
                .value(session)
                .path("/")
                .httpOnly(true)
                .secure("https".equals(uri.getRequestUri().getScheme()))
                .sameSite(NewCookie.SameSite.LAX);
    }
}
