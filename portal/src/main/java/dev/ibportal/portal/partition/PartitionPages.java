package dev.ibportal.portal.partition;

import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
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
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Path("/partitions")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PartitionPages {
    private final Shells shells;
    private final PartitionService partitions;
    private final MemberService members;
    private final FabricService fabrics;
    private final PartitionPagesSql sql;
    private final HostSettingsService hosts;
    private final RemovalService removals;
    private final ChangePreviews previews;

    PartitionPages(
            Shells shells,
            PartitionService partitions,
            MemberService members,
            FabricService fabrics,
            PartitionPagesSql sql,
            HostSettingsService hosts,
            RemovalService removals,
            ChangePreviews previews) {
        this.shells = shells;
        this.partitions = partitions;
        this.members = members;
        this.fabrics = fabrics;
        this.sql = sql;
        this.hosts = hosts;
        this.removals = removals;
        this.previews = previews;
    }

    @CheckedTemplate(basePath = "partition")
    static class Templates {
        static native TemplateInstance list(Shell shell, ListQuery list, Page<PartitionView> partitions, States states);

        static native TemplateInstance list$rows(
                Shell shell, ListQuery list, Page<PartitionView> partitions, States states);

        static native TemplateInstance detail(Shell shell, PartitionDetail detail, States states);

        static native TemplateInstance detail$live(Shell shell, PartitionDetail detail, States states);

        static native TemplateInstance create(Shell shell, Form form, List<FabricView> fabrics);

        static native TemplateInstance edit(Shell shell, Form form, PartitionView partition);

        static native TemplateInstance delete(Shell shell, Form form, RemovalPreview preview, ChangePreview change);
    }

    @GET
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public Response list(@Context UriInfo uri, @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.open(Section.PARTITIONS);
        ListQuery list = Lists.read(uri, "name", List.of("search", "state"));
        Page<PartitionView> found =
                partitions.list(Lists.filter(list, "search"), Lists.filter(list, "state"), Lists.request(list));
        States states = new States(shell);
        return Html.ok(
                shell,
                htmx == null
                        ? Templates.list(shell, list, found, states)
                        : Templates.list$rows(shell, list, found, states));
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public Response detail(UUID id, @Context UriInfo uri, @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        PartitionDetail detail = detail(shell, id, Lists.read(uri, "node", List.of()));
        States states = new States(shell);
        return Html.ok(
                shell,
                htmx == null ? Templates.detail(shell, detail, states) : Templates.detail$live(shell, detail, states));
    }

    private PartitionDetail detail(Shell shell, UUID id, ListQuery list) {
        PartitionView partition = partitions.get(id);
        FabricView.Status sm = fabrics.get(partition.fabric().id()).status();
        PartitionWords words = new PartitionWords(shell, partition.fabric().name());
        Page<MemberLine> lines = members.list(id, Lists.request(list))
                .map(member -> MemberLine.of(member, Chain.of(member, sm.smState(), sm.seenAt()), words));
        MemberService.Standing standing = members.standing(id);
        return new PartitionDetail(
                partition, list, lines, sql.pools(id), standing.isolated(), standing.removals(), hosts.get(id));
    }

    @GET
    @Path("new")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response blank(
            @QueryParam("fabric") @DefaultValue("") String fabric, @QueryParam("pkey") @DefaultValue("") String pkey) {
        Shell shell = shells.open(Section.PARTITIONS);
        Form form = Form.empty(
                "fabric",
                fabric,
                "pkey",
                pkey,
                "ipoib",
                "true",
                "ibMtu",
                "2048",
                "mode",
                "datagram",
                "defaultMembership",
                "full");
        return Html.ok(shell, Templates.create(shell, form, allFabrics()));
    }

    @POST
    @Path("new")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response create(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.PARTITIONS);
        Form form = Forms.read(sent);
        try {
            return Html.see("/partitions/" + partitions.create(wish(form)).id(), "created");
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.create(shell, Forms.refused(form, fault), allFabrics()));
        }
    }

    private List<FabricView> allFabrics() {
        return fabrics.list(PageRequest.first(PageRequest.MOST)).items();
    }

    private static PartitionForm wish(Form form) {
        return new PartitionForm(
                form.text("tenant"),
                form.text("fabric"),
                form.text("name"),
                form.lines("description"),
                form.text("pkey"),
                form.isChecked("ipoib"),
                form.integer("ibMtu"),
                form.text("mode"),
                form.integer("ipMtu"),
                form.text("defaultMembership"),
                form.integer("rateCode"),
                form.integer("serviceLevel"));
    }

    @GET
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response edit(UUID id) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        PartitionView partition = partitions.get(id);
        return Html.ok(shell, Templates.edit(shell, form(partition), partition));
    }

    @POST
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response update(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        Form form = Forms.read(sent);
        try {
            partitions.update(id, form.version(), change(form));
            return Html.see("/partitions/" + id, "saved");
        } catch (DomainFault fault) {
            PartitionView present = partitions.get(id);
            Form again = Forms.refused(form, fault).at(present.version());
            return Html.refused(shell, Templates.edit(shell, again, present));
        }
    }

    private static PartitionChange change(Form form) {
        return new PartitionChange(
                form.text("name"),
                form.lines("description"),
                null,
                null,
                null,
                form.text("mode"),
                form.integer("ipMtu"),
                form.text("defaultMembership"));
    }

    private static Form form(PartitionView partition) {
        Integer mtu = partition.ipMtu();
        return Form.filled(
                partition.version(),
                "name",
                partition.name(),
                "description",
                partition.description(),
                "mode",
                partition.mode(),
                "ipMtu",
                mtu == null ? "" : mtu.toString(),
                "defaultMembership",
                partition.defaultMembership());
    }

    @GET
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response askDelete(UUID id) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        RemovalPreview preview = partitions.preview(id);
        return Html.ok(
                shell,
                Templates.delete(shell, Form.filled(preview.partition().version()), preview, previews.removingAll(id)));
    }

    @POST
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Response delete(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.PARTITION, id, Section.PARTITIONS);
        Form form = Forms.read(sent);
        RemovalPreview preview = partitions.preview(id);
        try {
            requireTyped(shell, form, preview.partition().name());
            RemovalRequestView waits = removals.removePartition(id, "\"" + form.version() + "\"");
            return waits == null
                    ? Html.see(
                            "/partitions/" + id, "leaving", preview.partition().name())
                    : Html.see("/removal-requests/" + waits.id());
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault).at(preview.partition().version());
            return Html.refused(shell, Templates.delete(shell, again, preview, previews.removingAll(id)));
        }
    }

    private static void requireTyped(Shell shell, Form form, String name) {
        if (!form.value("typed").strip().equals(name)) {
            String message = Texts.of(PartitionMessages.class, shell.language()).delete_wrong(name);
            throw new DomainFault.Invalid("typed", message);
        }
    }
}
