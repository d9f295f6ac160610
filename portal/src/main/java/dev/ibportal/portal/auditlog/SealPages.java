package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.seal.SealService;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.HexFormat;
import java.util.List;

/** How far the log is sealed, and whether it is whole. */
@Path("/audit/seals")
@Produces(MediaType.TEXT_HTML)
class SealPages {
    private final Shells shells;
    private final SealService seals;
    private final Verifications verifications;
    private final SealApi api;
    private final CurrentActor actors;

    SealPages(Shells shells, SealService seals, Verifications verifications, SealApi api, CurrentActor actors) {
        this.shells = shells;
        this.seals = seals;
        this.verifications = verifications;
        this.api = api;
        this.actors = actors;
    }

    @CheckedTemplate(basePath = "audit")
    static class Templates {
        static native TemplateInstance seals(
                Shell shell,
                SealService.State state,
                String head,
                List<VerificationView> checks,
                boolean mayRotate,
                Form form);
    }

    @GET
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Response show() {
        Shell shell = shells.open(Section.AUDIT);
        return Html.ok(shell, page(shell, Form.empty()));
    }

    private TemplateInstance page(Shell shell, Form form) {
        List<VerificationView> checks = verifications.latest();
        SealService.State state = seals.state();
        String head = state.head() == null
                ? ""
                : HexFormat.of().formatHex(state.head().hash());
        boolean mayRotate = actors.get().mayEverywhere(Permissions.AUDIT_KEY);
        return Templates.seals(shell, state, head, checks, mayRotate, form);
    }

    @POST
    @Path("verify")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Response verify() {
        Shell shell = shells.open(Section.AUDIT);
        try {
            verifications.start();
            return Html.see("/audit/seals");
        } catch (DomainFault.Conflict running) {
            return Html.refused(shell, page(shell, Forms.refused(Form.empty(), running)));
        }
    }

    @POST
    @Path("rotate")
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @PermissionsAllowed(Permissions.AUDIT_KEY)
    public Response rotate() {
        api.rotate();
        return Html.see("/audit/seals", "saved");
    }
}
