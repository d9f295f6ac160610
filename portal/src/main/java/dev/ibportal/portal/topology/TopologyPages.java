package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.topology.TopologyService.Seen;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.UUID;

@Path("/fabrics/{id}/topology")
@Produces(MediaType.TEXT_HTML)
class TopologyPages {
    private final Shells shells;
    private final TopologyService topologies;

    TopologyPages(Shells shells, TopologyService topologies) {
        this.shells = shells;
        this.topologies = topologies;
    }

    @CheckedTemplate(basePath = "topology")
    static class Templates {
        static native TemplateInstance topology(Shell shell, Seen seen, TopologyQuery query, TopologyPicture picture);
    }

    @GET
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public Response show(UUID id, @Context UriInfo uri) {
        Shell shell = shells.open(Section.FABRICS);
        Seen seen = topologies.seen(id);
        TopologyQuery query = TopologyQuery.read(uri);
        return Html.ok(
                shell, Templates.topology(shell, seen, query, new TopologyPicture(seen.topology(), query, shell)));
    }
}
