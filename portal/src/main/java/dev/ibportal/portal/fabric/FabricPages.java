package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.page.Lists;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.States;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

@Path("/fabrics")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class FabricPages {
    private final Shells shells;
    private final FabricService fabrics;
    private final FabricPagesSql sql;

    FabricPages(Shells shells, FabricService fabrics, FabricPagesSql sql) {
        this.shells = shells;
        this.fabrics = fabrics;
        this.sql = sql;
    }

    @CheckedTemplate(basePath = "fabric")
    static class Templates {
        static native TemplateInstance list(Shell shell, ListQuery list, Page<FabricView> fabrics, States states);

        static native TemplateInstance list$rows(Shell shell, ListQuery list, Page<FabricView> fabrics, States states);

        static native TemplateInstance detail(
                Shell shell,
                FabricView fabric,
                List<FabricPagesSql.PartitionLine> partitions,
                FabricWords words,
                States states);

        static native TemplateInstance detail$state(
                Shell shell,
                FabricView fabric,
                List<FabricPagesSql.PartitionLine> partitions,
                FabricWords words,
                States states);

        static native TemplateInstance delete(Shell shell, Form form, FabricView fabric);

        static native TemplateInstance edit(Shell shell, Form form, String id, List<FabricPagesSql.SmChoice> nodes);
    }

    @GET
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public Response list(@Context UriInfo uri, @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.open(Section.FABRICS);
        ListQuery list = Lists.read(uri, "name", List.of());
        Page<FabricView> found = fabrics.list(Lists.request(list));
        States states = new States(shell);
        return Html.ok(
                shell,
                htmx == null
                        ? Templates.list(shell, list, found, states)
                        : Templates.list$rows(shell, list, found, states));
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.FABRIC_READ)
    public Response detail(UUID id, @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.open(Section.FABRICS);
        FabricView fabric = fabrics.get(id);
        List<FabricPagesSql.PartitionLine> partitions = sql.partitions(id);
        FabricWords words = new FabricWords(shell);
        States states = new States(shell);
        return Html.ok(
                shell,
                htmx == null
                        ? Templates.detail(shell, fabric, partitions, words, states)
                        : Templates.detail$state(shell, fabric, partitions, words, states));
    }

    @GET
    @Path("new")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response blank() {
        Shell shell = shells.open(Section.FABRICS);
        Form form = Form.empty(
                "smKind",
                "opensm",
                "pkeyFirst",
                "0x8001",
                "pkeyLast",
                "0xfffe",
                "quarantineSeconds",
                "600",
                "defaultMembership",
                "limited");
        return Html.ok(shell, Templates.edit(shell, form, "", sql.smNodes()));
    }

    @POST
    @Path("new")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response create(MultivaluedMap<String, String> sent) {
        Form form = Forms.read(sent);
        try {
            return Html.see("/fabrics/" + fabrics.create(wish(form)).id(), "created");
        } catch (DomainFault fault) {
            Shell shell = shells.open(Section.FABRICS);
            return Html.refused(shell, Templates.edit(shell, Forms.refused(form, fault), "", sql.smNodes()));
        }
    }

    @GET
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response edit(UUID id) {
        Shell shell = shells.open(Section.FABRICS);
        return Html.ok(shell, Templates.edit(shell, form(fabrics.get(id)), id.toString(), sql.smNodes()));
    }

    @POST
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response update(UUID id, MultivaluedMap<String, String> sent) {
        Form form = Forms.read(sent);
        try {
            fabrics.update(id, form.version(), wish(form));
            return Html.see("/fabrics/" + id, "saved");
        } catch (DomainFault fault) {
            Shell shell = shells.open(Section.FABRICS);
            Form again = Forms.refused(form, fault).at(fabrics.get(id).version());
            return Html.refused(shell, Templates.edit(shell, again, id.toString(), sql.smNodes()));
        }
    }

    @GET
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response askDelete(UUID id) {
        Shell shell = shells.open(Section.FABRICS);
        FabricView fabric = fabrics.get(id);
        return Html.ok(shell, Templates.delete(shell, Form.filled(fabric.version()), fabric));
    }

    @POST
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public Response delete(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.FABRICS);
        Form form = Forms.read(sent);
        FabricView fabric = fabrics.get(id);
        try {
            if (!form.value("typed").strip().equals(fabric.name())) {
                throw new DomainFault.Invalid(
                        "typed",
                        Texts.of(FabricMessages.class, shell.language()).delete_wrong(fabric.name()));
            }
            fabrics.delete(id, "\"" + form.version() + "\"");
            return Html.see("/fabrics", "saved");
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault).at(fabric.version());
            return Html.refused(shell, Templates.delete(shell, again, fabric));
        }
    }

    private static FabricForm wish(Form form) {
        return new FabricForm(
                form.text("name"),
                form.text("smKind"),
                form.value("smNode").strip(),
                form.text("pkeyFirst"),
                form.text("pkeyLast"),
                form.number("quarantineSeconds"),
                form.text("defaultMembership"),
                form.isChecked("removalApproval"),
                form.list("smStandbys"),
                form.list("reservedPkeys"),
                form.list("requestOnlyPkeys"),
                form.text("confirm"));
    }

    private static Form form(FabricView fabric) {
        return Form.filled(
                fabric.version(),
                "name",
                fabric.name(),
                "smKind",
                fabric.smKind(),
                "smNode",
                fabric.smNode() == null ? "" : fabric.smNode().id().toString(),
                "pkeyFirst",
                fabric.pkeyFirst(),
                "pkeyLast",
                fabric.pkeyLast(),
                "quarantineSeconds",
                Long.toString(fabric.quarantineSeconds()),
                "defaultMembership",
                fabric.defaultMembership(),
                "removalApproval",
                fabric.removalApproval() ? "true" : "",
                "smStandbys",
                fabric.smHosts().stream()
                        .filter(FabricView.SmHost::standby)
                        .map(host -> host.node().name())
                        .collect(Collectors.joining("\n")),
                "reservedPkeys",
                String.join("\n", fabric.kept().reserved()),
                "requestOnlyPkeys",
                String.join("\n", fabric.kept().onRequest()));
    }
}
