package dev.ibportal.portal.topology;

import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.UUID;

@Path("/fabrics/{id}/counters")
@Produces(MediaType.TEXT_HTML)
class CountersPages {
    private final Shells shells;
    private final TopologyService topologies;

    CountersPages(Shells shells, TopologyService topologies) {
        this.shells = shells;
        this.topologies = topologies;
    }

    @CheckedTemplate(basePath = "topology")
    static class Templates {
        static native TemplateInstance counters(Shell shell, CountersView counters, CountersQuery query);
    }

    @GET
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public Response show(
            UUID id,
            @QueryParam("search") @DefaultValue("") String search,
            @QueryParam("errors") @DefaultValue("") String errors,
            @QueryParam("sort") @DefaultValue("") String sort) {
        Shell shell = shells.open(Section.FABRICS);
        CountersQuery query = CountersQuery.read(search, !errors.isEmpty(), sort);
        return Html.ok(shell, Templates.counters(shell, topologies.counters(id, query), query));
    }
}
