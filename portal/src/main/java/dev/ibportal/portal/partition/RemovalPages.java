package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.page.Lists;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.web.Page;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.UUID;

/** Removals that wait for a second person. */
@Path("/removal-requests")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class RemovalPages {
    private final Shells shells;
    private final RemovalService removals;

    RemovalPages(Shells shells, RemovalService removals) {
        this.shells = shells;
        this.removals = removals;
    }

    @CheckedTemplate(basePath = "partition")
    static class Templates {
        static native TemplateInstance removals(
                Shell shell, ListQuery list, Page<RemovalRequestView> requests, RemovalWords words);

        static native TemplateInstance removal(
                Shell shell, Form form, RemovalService.Detail detail, RemovalWords words);
    }

    @GET
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public Response list(@Context UriInfo uri) {
        Shell shell = shells.open(Section.PARTITIONS);
        ListQuery list = Lists.read(uri, "-requestedAt", List.of("state"));
        return Html.ok(
                shell,
                Templates.removals(
                        shell,
                        list,
                        removals.list(Lists.filter(list, "state"), Lists.request(list)),
                        new RemovalWords(shell)));
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public Response look(UUID id) {
        Shell shell = shells.openOn(TenantTable.REMOVAL_REQUEST, id, Section.PARTITIONS);
        return Html.ok(shell, Templates.removal(shell, Form.empty(), removals.get(id), new RemovalWords(shell)));
    }

    @POST
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response decide(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.REMOVAL_REQUEST, id, Section.PARTITIONS);
        Form form = Forms.read(sent);
        try {
            switch (form.value("decision")) {
                case "approve" -> removals.approve(id, form.text("digest"));
                case "deny" -> removals.deny(id);
                case "withdraw" -> removals.withdraw(id);
                default -> throw new DomainFault.Invalid("decision", "is approve, deny or withdraw");
            }
            return Html.see("/removal-requests/" + id, "saved");
        } catch (DomainFault.NotFound fault) {
            throw fault;
        } catch (DomainFault fault) {
            return Html.refused(
                    shell,
                    Templates.removal(shell, Forms.refused(form, fault), removals.get(id), new RemovalWords(shell)));
        }
    }
}
