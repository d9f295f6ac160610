package dev.ibportal.portal.evidence;

import dev.ibportal.portal.evidence.EvidenceService.Evidence;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Permissions;
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
import java.util.UUID;

/** What shows that a tenant is apart from the others. */
@Path("/tenants/{tenant}/isolation")
class EvidencePages {
    private final Shells shells;
    private final EvidenceService evidence;
    private final EvidenceBundle bundle;

    EvidencePages(Shells shells, EvidenceService evidence, EvidenceBundle bundle) {
        this.shells = shells;
        this.evidence = evidence;
        this.bundle = bundle;
    }

    @CheckedTemplate(basePath = "evidence")
    static class Templates {
        static native TemplateInstance isolation(
                Shell shell, Evidence evidence, EvidenceWords words, boolean reachesOthers);
    }

    @GET
    @Produces(MediaType.TEXT_HTML)
    @PermissionsAllowed(Permissions.TENANT_READ)
    public Response show(UUID tenant) {
        Shell shell = shells.open(Section.TENANTS);
        EvidenceWords words = new EvidenceWords(Texts.of(EvidenceMessages.class, shell.language()));
        return Html.ok(shell, Templates.isolation(shell, evidence.of(tenant), words, evidence.reachesOthers()));
    }

    /** For the auditor's folder. */
    @GET
    @Path("export")
    @Produces("application/zip")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Response export(UUID tenant) {
        shells.open(Section.TENANTS);
        return Response.ok(bundle.of(evidence.export(tenant)))
                .header("Content-Disposition", "attachment; filename=\"isolation-evidence.zip\"")
                .build();
    }

    @POST
    @Path("probe")
    @Produces(MediaType.TEXT_HTML)
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response probe(UUID tenant) {
        shells.open(Section.TENANTS);
        evidence.probe(tenant);
        return Html.see("/tenants/" + tenant + "/isolation", "tried");
    }
}
