package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.web.RequestInfo;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.Authenticated;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

@Path("/")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class LogInPages {
    private final Shells shells;
    private final WebLogIn door;
    private final CurrentActor actor;
    private final RequestInfo request;

    LogInPages(Shells shells, WebLogIn door, CurrentActor actor, RequestInfo request) {
        this.shells = shells;
        this.door = door;
        this.actor = actor;
        this.request = request;
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
            @QueryParam("bye") @Nullable String bye) {
        if (actor.find().isPresent()) {
            return Html.see(Html.local(next));
        }
        Shell shell = shells.openForAnyone();
        AccountMessages messages = Texts.of(AccountMessages.class, shell.language());
        String told = bye != null ? messages.logged_out() : "";
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
                    .cookie(
                            SessionCookies.begin(opened.session(), request.isSecure()),
                            SessionCookies.known(opened.browser(), request.isSecure()))
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
    public Response logOut() {
        door.close(actor.get());
        return Response.fromResponse(Html.see("/login?bye=1"))
                .cookie(SessionCookies.end(request.isSecure()))
                .build();
    }
}
