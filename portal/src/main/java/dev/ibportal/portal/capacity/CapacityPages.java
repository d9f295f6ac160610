package dev.ibportal.portal.capacity;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
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
import org.jspecify.annotations.Nullable;

/** What is left, at a glance, and whether a new tenant fits. */
@Path("/capacity")
@Produces(MediaType.TEXT_HTML)
class CapacityPages {
    private final Shells shells;
    private final CapacityService capacity;

    CapacityPages(Shells shells, CapacityService capacity) {
        this.shells = shells;
        this.capacity = capacity;
    }

    @CheckedTemplate(basePath = "capacity")
    static class Templates {
        static native TemplateInstance capacity(
                Shell shell, Form form, CapacityView view, CapacityWords words, @Nullable WhatIf answer);
    }

    @GET
    @PermissionsAllowed(Permissions.POOL_READ)
    public Response look(
            @QueryParam("fabric") @DefaultValue("") String fabric,
            @QueryParam("nodes") @DefaultValue("") String nodes,
            @QueryParam("partitions") @DefaultValue("") String partitions) {
        Shell shell = shells.open(Section.CAPACITY);
        CapacityView view = capacity.look();
        CapacityWords words = new CapacityWords(Texts.of(CapacityMessages.class, shell.language()));
        Form form = Form.empty("fabric", fabric, "nodes", nodes, "partitions", partitions);
        if (fabric.isBlank() && nodes.isBlank() && partitions.isBlank()) {
            return Html.ok(shell, Templates.capacity(shell, form, view, words, null));
        }
        try {
            WhatIf answer = capacity.whatIf(
                    CapacityApi.required("fabric", fabric),
                    CapacityApi.number("nodes", nodes),
                    CapacityApi.number("partitions", partitions));
            return Html.ok(shell, Templates.capacity(shell, form, view, words, answer));
        } catch (DomainFault fault) {
            Form refused = Forms.refused(form, fault);
            return Html.refused(shell, Templates.capacity(shell, refused, view, words, null));
        }
    }

    @GET
    @Path("csv")
    @Produces("text/csv")
    @PermissionsAllowed(Permissions.POOL_READ)
    public Response csv() {
        shells.open(Section.CAPACITY);
        return Response.ok(CapacityCsv.of(capacity.look()))
                .header("Content-Disposition", "attachment; filename=\"capacity.csv\"")
                .build();
    }
}
