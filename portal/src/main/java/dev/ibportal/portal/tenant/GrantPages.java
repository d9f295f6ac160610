package dev.ibportal.portal.tenant;

import dev.ibportal.portal.node.GrantService;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.tenant.TenantPagesSql.NodeLine;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
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
import java.util.List;
import java.util.UUID;

/** Which nodes a tenant may use. */
@Path("/tenants/{id}")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class GrantPages {
    private final Shells shells;
    private final TenantService tenants;
    private final GrantService grants;
    private final TenantPagesSql sql;

    GrantPages(Shells shells, TenantService tenants, GrantService grants, TenantPagesSql sql) {
        this.shells = shells;
        this.tenants = tenants;
        this.grants = grants;
        this.sql = sql;
    }

    /**
     * What can be granted. Public for the template.
     *
     * @param matching how many there are, shown or not
     * @param ticked ids of those that were chosen before
     */
    public record Grantable(List<NodeLine> nodes, String search, int matching, List<String> ticked) {
        public boolean ticks(UUID node) {
            return ticked.contains(node.toString());
        }

        public boolean isCut() {
            return matching > nodes.size();
        }
    }

    @CheckedTemplate(basePath = "tenant")
    static class Templates {
        static native TemplateInstance grant(
                Shell shell, Form form, TenantView tenant, Grantable choices, States states);

        static native TemplateInstance revoke(Shell shell, Form form, TenantView tenant, NodeLine node);
    }

    @GET
    @Path("grant")
    @PermissionsAllowed(Permissions.GRANT_WRITE)
    public Response chooseNodes(UUID id, @QueryParam("search") @DefaultValue("") String search) {
        Shell shell = shells.open(Section.TENANTS);
        TenantView tenant = tenants.get(id);
        return Html.ok(
                shell,
                Templates.grant(
                        shell, Form.empty(), tenant, choices(id, search.strip(), List.of()), new States(shell)));
    }

    @POST
    @Path("grant")
    @PermissionsAllowed(Permissions.GRANT_WRITE)
    public Response grant(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.TENANTS);
        Form form = Forms.read(sent);
        String search = form.value("search");
        try {
            grants.grantAll(id, form.isChecked("all") ? sql.allGrantable(id, search) : chosen(sent));
            return Html.see("/tenants/" + id, "saved");
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault);
            TenantView tenant = tenants.get(id);
            Grantable choices = choices(id, search, sent.getOrDefault("node", List.of()));
            return Html.refused(shell, Templates.grant(shell, again, tenant, choices, new States(shell)));
        }
    }

    private static List<UUID> chosen(MultivaluedMap<String, String> sent) {
        List<UUID> nodes = sent.getOrDefault("node", List.of()).stream()
                .map(node -> Forms.id("node", node))
                .toList();
        if (nodes.isEmpty()) {
            throw new DomainFault.Invalid("nodes", "choose at least one node");
        }
        return nodes;
    }

    private Grantable choices(UUID tenant, String search, List<String> ticked) {
        List<NodeLine> nodes = sql.grantable(tenant, search);
        int matching = nodes.size() < TenantPagesSql.MOST_CHOICES ? nodes.size() : sql.countGrantable(tenant, search);
        return new Grantable(nodes, search, matching, ticked);
    }

    @GET
    @Path("nodes/{node}/revoke")
    @PermissionsAllowed(Permissions.GRANT_WRITE)
    public Response askRevoke(UUID id, UUID node) {
        Shell shell = shells.open(Section.TENANTS);
        return Html.ok(shell, Templates.revoke(shell, Form.empty(), tenants.get(id), granted(id, node)));
    }

    @POST
    @Path("nodes/{node}/revoke")
    @PermissionsAllowed(Permissions.GRANT_WRITE)
    public Response revoke(UUID id, UUID node, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.TENANTS);
        try {
            grants.revoke(id, node);
            return Html.see("/tenants/" + id, "saved");
        } catch (DomainFault fault) {
            Form form = Forms.refused(Forms.read(sent), fault);
            return Html.refused(shell, Templates.revoke(shell, form, tenants.get(id), granted(id, node)));
        }
    }

    private NodeLine granted(UUID tenant, UUID node) {
        return sql.granted(tenant).stream()
                .filter(line -> line.id().equals(node))
                .findFirst()
                .orElseThrow(() -> new DomainFault.NotFound("node", node));
    }
}
