package dev.ibportal.portal.posture;

import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Path("/fabrics/{id}")
@Produces(MediaType.TEXT_HTML)
class PosturePages {
    private final Shells shells;
    private final PostureService postures;

    PosturePages(Shells shells, PostureService postures) {
        this.shells = shells;
        this.postures = postures;
    }

    @CheckedTemplate(basePath = "posture")
    static class Templates {
        static native TemplateInstance posture(Shell shell, PostureView posture, PostureWords words);

        static native TemplateInstance divergence(
                Shell shell, DivergenceView divergence, String kind, PostureWords words, States states);
    }

    @GET
    @Path("posture")
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public Response posture(UUID id) {
        Shell shell = shells.open(Section.FABRICS);
        return Html.ok(shell, Templates.posture(shell, postures.of(id), new PostureWords(shell)));
    }

    /** For the auditor's folder. */
    @GET
    @Path("posture/export")
    @Produces(MediaType.APPLICATION_JSON)
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Response export(UUID id) {
        shells.open(Section.FABRICS);
        return Response.ok(postures.export(id))
                .header("Content-Disposition", "attachment; filename=\"fabric-posture.json\"")
                .build();
    }

    @GET
    @Path("divergence")
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public Response divergence(UUID id, @QueryParam("kind") @Nullable String kind) {
        Shell shell = shells.open(Section.FABRICS);
        DivergenceView divergence = postures.divergence(id, PostureApi.kind(kind));
        return Html.ok(
                shell,
                Templates.divergence(
                        shell, divergence, kind == null ? "" : kind, new PostureWords(shell), new States(shell)));
    }
}
