package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.OidcGate;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.security.WebSessions;
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
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

@Path("/")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class LogInPages {
    private final Shells shells;
    private final WebLogIn door;
    private final CurrentActor actor;
    private final RequestInfo request;
    private final OidcGate oidc;
    private final UriInfo uri;

    LogInPages(
            Shells shells,
            WebLogIn door,
            CurrentActor actor,
            RequestInfo request,
            OidcGate oidc,
            @Context UriInfo uri) {
        this.oidc = oidc;
        this.uri = uri;
        this.shells = shells;
        this.door = door;
        this.actor = actor;
        this.request = request;
    }

    /**
     * Where one can log in beside here. Public for the template.
     *
     * @param name empty: nowhere
     */
    public record Provider(String name, String link) {
        public boolean isThere() {
            return !name.isEmpty();
        }
    }

    /**
     * Why somebody is here. Public for the template.
     *
     * @param text empty: they know it
     */
    public record Told(String text, boolean warning) {
        static final Told NOTHING = new Told("", false);
    }

    @CheckedTemplate(basePath = "account")
    static class Templates {
        static native TemplateInstance login(Shell shell, Form form, Told told, Provider provider);

        static native TemplateInstance bye(Shell shell, String address, String provider);
    }

    @GET
    @Path("login")
    @PermitAll
    public Response form(
            @QueryParam("next") @DefaultValue("/") String next,
            @QueryParam("bye") @Nullable String bye,
            @QueryParam("told") @DefaultValue("") String why,
            @QueryParam("provider") @Nullable String refusal) {
        if (actor.find().isPresent()) {
            return Html.see(Html.local(next));
        }
        Shell shell = shells.openForAnyone();
        AccountMessages messages = Texts.of(AccountMessages.class, shell.language());
        Form form = Form.empty("next", Html.local(next));
        return Html.ok(
                shell,
                Templates.login(
                        shell,
                        refusal == null || provider().isEmpty() ? form : form.refused(told(refusal, messages)),
                        bye == null ? why(why, messages) : new Told(messages.logged_out(), false),
                        provider(form)));
    }

    private static Told why(String why, AccountMessages messages) {
        return switch (why) {
            case "ended" -> new Told(messages.session_ended(), true);
            case "form" -> new Told(messages.session_ended_form(), true);
            case "made" -> new Told(messages.account_made(), false);
            default -> Told.NOTHING;
        };
    }

    private String provider() {
        return oidc.provider().orElse("");
    }

    private Provider provider(Form form) {
        String next = URLEncoder.encode(Html.local(form.value("next")), StandardCharsets.UTF_8);
        return new Provider(provider(), "/login/provider?next=" + next);
    }

    private String told(String refusal, AccountMessages messages) {
        return switch (refusal) {
            case "down" -> messages.provider_down(provider());
            case "norole" -> messages.provider_norole(provider());
            default -> messages.provider_refused(provider());
        };
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
            Form again = form.without("password")
                    .refused(wrong ? messages.login_wrong() : messages.login_many(seconds(fault)));
            return Html.answer(
                    fault.problem().status(), shell, Templates.login(shell, again, Told.NOTHING, provider(again)));
        }
    }

    static String seconds(DomainFault fault) {
        return String.valueOf(fault.problem().facts().getOrDefault("retryAfterSeconds", 1));
    }

    @POST
    @Path("logout")
    @Authenticated
    public Response logOut() {
        Optional<String> address = door.close(actor.get()).flatMap(WebSessions.Ended::logOutAt);
        Response.ResponseBuilder answer =
                Response.fromResponse(address.isPresent() ? logOutThere(address.get()) : Html.see("/login?bye=1"));
        return answer.cookie(SessionCookies.end(request.isSecure())).build();
    }

    /**
     * Here the person is logged out; the provider has to be told by the browser. By a page that goes on by itself: a form
     * must not lead to another site.
     */
    private Response logOutThere(String address) {
        String back = uri.getBaseUriBuilder().path("logged-out").build().toString();
        String target = address + "&post_logout_redirect_uri=" + URLEncoder.encode(back, StandardCharsets.UTF_8);
        Shell shell = shells.openForAnyone();
        return Response.fromResponse(Html.ok(shell, Templates.bye(shell, target, provider())))
                .header("Refresh", "0;url=" + target)
                .build();
    }

    /** Where the provider sends people after the log-out there. */
    @GET
    @Path("logged-out")
    @PermitAll
    public Response loggedOut() {
        return Html.see("/login?bye=1");
    }
}
