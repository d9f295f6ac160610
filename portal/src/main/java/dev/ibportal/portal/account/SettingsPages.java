package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Preferences;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.RequestInfo;
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
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a person can set for themselves. */
@Path("/settings")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class SettingsPages {
    private final Shells shells;
    private final PasswordService passwords;
    private final WebLogIn door;
    private final RequestInfo request;
    private final TokenService tokens;
    private final Preferences preferences;
    private final CurrentActor actor;
    private final Clock clock;

    SettingsPages(
            Shells shells,
            PasswordService passwords,
            WebLogIn door,
            RequestInfo request,
            TokenService tokens,
            Preferences preferences,
            CurrentActor actor,
            Clock clock) {
        this.shells = shells;
        this.passwords = passwords;
        this.door = door;
        this.request = request;
        this.tokens = tokens;
        this.preferences = preferences;
        this.actor = actor;
        this.clock = clock;
    }

    @CheckedTemplate(basePath = "account")
    static class Templates {
        static native TemplateInstance settings(Shell shell, Mine mine, Form form);

        static native TemplateInstance password(Shell shell, Form form, Ask ask);

        static native TemplateInstance revokeToken(Shell shell, TokenView token);
    }

    /**
     * What is the person's own. Public for the templates.
     *
     * @param fresh a token that was just made: shown this once
     */
    public record Mine(
            String login,
            List<String> roles,
            List<TokenView> tokens,
            @Nullable TokenView fresh,
            boolean mayHaveTokens,
            List<String> permissions,
            boolean hasPassword) {}

    /**
     * What there is to be said beside the password. Public for the templates.
     *
     * @param must whether it has to be changed now
     * @param tokens that go on working with a new password
     */
    public record Ask(boolean must, int tokens) {}

    private Ask ask() {
        boolean may = actor.get().maySomewhere(Permissions.TOKEN_OWN);
        return new Ask(
                actor.get().mustChangePassword(),
                may ? tokens.all(TokenOwner.self(actor.get())).size() : 0);
    }

    @GET
    @Authenticated
    public Response show() {
        if (actor.get().mustChangePassword()) {
            return Html.see("/settings/password");
        }
        Shell shell = shells.open(Section.SETTINGS);
        return Html.ok(shell, Templates.settings(shell, mine(shell, null), preferences(shell)));
    }

    private Mine mine(Shell shell, @Nullable TokenView fresh) {
        boolean mayHaveTokens = actor.get().maySomewhere(Permissions.TOKEN_OWN);
        List<TokenView> own =
                mayHaveTokens ? tokens.list(PageRequest.first(PageRequest.MOST)).items() : List.of();
        return new Mine(
                actor.get().login(),
                new RoleWords(shell).of(actor.get(), shell.person()),
                own,
                fresh,
                mayHaveTokens,
                List.copyOf(actor.get().permissions()),
                passwords.isThere());
    }

    private static Form preferences(Shell shell) {
        return Form.empty("zone", shell.zone(), "days", "90");
    }

    /** The time zone; the language is in the head of each page. */
    @POST
    @Authenticated
    public Response save(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.SETTINGS);
        Form form = Forms.read(sent);
        try {
            preferences.setZone(form.text("zone"));
            return Html.see("/settings", "saved");
        } catch (DomainFault.Invalid fault) {
            String message = Texts.of(AccountMessages.class, shell.language()).zone_wrong(form.value("zone"));
            Form again = form.refused(List.of(DomainFault.FieldError.told("zone", message)));
            return Html.refused(shell, Templates.settings(shell, mine(shell, null), again));
        }
    }

    /** The token is in this one answer and nowhere else, so there is no page to go to after it. */
    @POST
    @Path("tokens")
    @PermissionsAllowed(Permissions.TOKEN_OWN)
    public Response makeToken(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.SETTINGS);
        Form form = Forms.read(sent);
        try {
            Instant expires = TokenDays.end(form, shell, clock);
            TokenView fresh = tokens.create(new TokenForm(form.text("name"), expires, sent.get("scope")));
            return Html.ok(shell, Templates.settings(shell, mine(shell, fresh), preferences(shell)));
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.settings(shell, mine(shell, null), Forms.refused(form, fault)));
        }
    }

    @GET
    @Path("tokens/{id}/revoke")
    @PermissionsAllowed(Permissions.TOKEN_OWN)
    public Response askRevoke(UUID id) {
        Shell shell = shells.open(Section.SETTINGS);
        TokenView token = tokens.list(PageRequest.first(PageRequest.MOST)).items().stream()
                .filter(own -> own.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new DomainFault.NotFound("token", id));
        return Html.ok(shell, Templates.revokeToken(shell, token));
    }

    @POST
    @Path("tokens/{id}/revoke")
    @PermissionsAllowed(Permissions.TOKEN_OWN)
    public Response revoke(UUID id) {
        tokens.revoke(id);
        return Html.see("/settings", "saved");
    }

    @GET
    @Path("password")
    @Authenticated
    public Response passwordForm() {
        Shell shell = shells.open(Section.SETTINGS);
        return Html.ok(shell, Templates.password(shell, Form.empty(), ask()));
    }

    /** Ends all sessions of the person, and begins a new one in this browser. */
    @POST
    @Path("password")
    @Authenticated
    public Response changePassword(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.SETTINGS);
        Form form = Forms.read(sent);
        AccountMessages messages = Texts.of(AccountMessages.class, shell.language());
        String next = actor.get().mustChangePassword() ? "/" : "/settings";
        try {
            if (!form.is("newPassword", form.value("again"))) {
                throw new DomainFault.Invalid(
                        List.of(DomainFault.FieldError.told("again", messages.password_differ())), null);
            }
            passwords.change(form.value("currentPassword"), form.value("newPassword"), form.isChecked("revokeTokens"));
            return Response.fromResponse(Html.see(next, "password"))
                    .cookie(SessionCookies.begin(door.reopen(actor.get()), request.isSecure()))
                    .build();
        } catch (DomainFault.Unauthenticated | DomainFault.TooMany fault) {
            String told = fault instanceof DomainFault.TooMany
                    ? messages.login_many(LogInPages.seconds(fault))
                    : messages.password_wrong();
            return refused(shell, form.refused(List.of(DomainFault.FieldError.told("currentPassword", told))));
        } catch (DomainFault fault) {
            return refused(shell, Forms.refused(form, fault));
        }
    }

    private Response refused(Shell shell, Form form) {
        Form again = form.without("currentPassword", "newPassword", "again");
        return Html.refused(shell, Templates.password(shell, again, ask()));
    }
}
