package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.seal.Retention;
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
import org.jspecify.annotations.Nullable;

/** How far the log is sealed, and whether it is whole. */
@Path("/audit/seals")
@Produces(MediaType.TEXT_HTML)
class SealPages {
    private final Shells shells;
    private final SealService seals;
    private final Retention retention;
    private final Verifications verifications;
    private final SealApi api;
    private final CurrentActor actors;

    SealPages(
            Shells shells,
            SealService seals,
            Retention retention,
            Verifications verifications,
            SealApi api,
            CurrentActor actors) {
        this.shells = shells;
        this.seals = seals;
        this.retention = retention;
        this.verifications = verifications;
        this.api = api;
        this.actors = actors;
    }

    @CheckedTemplate(basePath = "audit")
    static class Templates {
        static native TemplateInstance seals(
                Shell shell, @Nullable Log log, List<SealService.KeyView> keys, boolean mayRotate, Form form);

        static native TemplateInstance rotate(Shell shell, String key);
    }

    /** What only readers of the whole log are shown; public for the templates. */
    public record Log(SealService.State state, String head, Retention.Kept kept, List<VerificationView> checks) {}

    /** Whoever exports can learn the keys here; how the whole log is, only those who read all of it. */
    @GET
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Response show() {
        Shell shell = shells.open(Section.AUDIT);
        return Html.ok(shell, page(shell, Form.empty()));
    }

    private TemplateInstance page(Shell shell, Form form) {
        Actor actor = actors.get();
        Log log = actor.mayEverywhere(Permissions.AUDIT_EXPORT) ? log() : null;
        return Templates.seals(shell, log, seals.keys(), actor.mayEverywhere(Permissions.AUDIT_KEY), form);
    }

    private Log log() {
        SealService.State state = seals.state();
        String head = state.head() == null
                ? ""
                : HexFormat.of().formatHex(state.head().hash());
        return new Log(state, head, retention.kept(), verifications.latest());
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

    /** What a new key means, before one is made. */
    @GET
    @Path("rotate")
    @PermissionsAllowed(Permissions.AUDIT_KEY)
    public Response askRotate() {
        Shell shell = shells.open(Section.AUDIT);
        api.requireKeeper();
        return Html.ok(shell, Templates.rotate(shell, seals.signingKey()));
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
