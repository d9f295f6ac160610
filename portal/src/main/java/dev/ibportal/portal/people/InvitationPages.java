package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.CurrentActor;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the link of an invitation leads: the secret in it is what opens the page, whoever has it. */
@Path("/invitation/{secret}")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class InvitationPages {
    private static final int NOT_FOUND = 404;

    private final Shells shells;
    private final Acceptance acceptance;
    private final CurrentActor actors;

    InvitationPages(Shells shells, Acceptance acceptance, CurrentActor actors) {
        this.shells = shells;
        this.acceptance = acceptance;
        this.actors = actors;
    }

    @CheckedTemplate(basePath = "people")
    static class Templates {
        static native TemplateInstance invitation(
                Shell shell, Form form, Acceptance.@Nullable Offer offer, String secret, RoleNames roles);
    }

    @GET
    @PermitAll
    public Response show(String secret) {
        Shell shell = shell();
        try {
            return Html.ok(shell, page(shell, Form.empty(), acceptance.look(secret), secret));
        } catch (DomainFault.NotFound over) {
            return Html.answer(NOT_FOUND, shell, page(shell, Form.empty(), null, ""));
        }
    }

    private TemplateInstance page(Shell shell, Form form, Acceptance.@Nullable Offer offer, String secret) {
        return Templates.invitation(shell, form, offer, secret, new RoleNames(shell));
    }

    private Shell shell() {
        return actors.find().isPresent() ? shells.open(Section.NONE) : shells.openForAnyone();
    }

    /** Whoever is logged in accepts as themselves, everybody else becomes a new local user. */
    @POST
    @PermitAll
    public Response accept(String secret, MultivaluedMap<String, String> sent) {
        Shell shell = shell();
        Form form = Forms.read(sent);
        try {
            if (actors.find().isPresent()) {
                Acceptance.Offer joined = acceptance.accept(secret);
                return Html.see(
                        "/tenants/" + joined.tenant().id(),
                        "joined",
                        joined.tenant().name());
            }
            if (!form.is("password", form.value("again"))) {
                String message =
                        Texts.of(PeopleMessages.class, shell.language()).password_differ();
                throw new DomainFault.Invalid(List.of(DomainFault.FieldError.told("again", message)), null);
            }
            Acceptance.Offer joined =
                    acceptance.acceptAsNew(secret, form.text("login"), form.text("name"), form.value("password"));
            return Html.see("/login?told=made&next=/tenants/" + joined.tenant().id());
        } catch (DomainFault.NotFound over) {
            return Html.answer(NOT_FOUND, shell, page(shell, Form.empty(), null, ""));
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault).without("password", "again");
            return Html.refused(shell, page(shell, again, acceptance.look(secret), secret));
        }
    }
}
