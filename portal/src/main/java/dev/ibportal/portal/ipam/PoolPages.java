package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Forms;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.page.Lists;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.QueryValues;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
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

@Path("/pools")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class PoolPages {
    private final Shells shells;
    private final PoolService pools;
    private final AddressService addresses;
    private final PoolPagesSql sql;
    private final PoolShapes shapes;
    private final PoolResizes resizes;

    PoolPages(
            Shells shells,
            PoolService pools,
            AddressService addresses,
            PoolPagesSql sql,
            PoolShapes shapes,
            PoolResizes resizes) {
        this.shapes = shapes;
        this.resizes = resizes;
        this.shells = shells;
        this.pools = pools;
        this.addresses = addresses;
        this.sql = sql;
    }

    @CheckedTemplate(basePath = "ipam")
    static class Templates {
        static native TemplateInstance list(Shell shell, ListQuery list, Page<PoolLine> pools, boolean hasPartition);

        static native TemplateInstance list$rows(
                Shell shell, ListQuery list, Page<PoolLine> pools, boolean hasPartition);

        static native TemplateInstance detail(
                Shell shell, ListQuery list, PoolLine line, Page<AddressView> addresses, Form form);

        static native TemplateInstance detail$rows(
                Shell shell, ListQuery list, PoolLine line, Page<AddressView> addresses, Form form);

        static native TemplateInstance create(Shell shell, Form form, List<PoolPagesSql.PartitionChoice> partitions);

        static native TemplateInstance edit(Shell shell, Form form, PoolView pool);

        static native TemplateInstance resize(Shell shell, Form form, PoolView pool, @Nullable ResizePreview preview);

        static native TemplateInstance delete(Shell shell, Form form, PoolView pool);
    }

    @GET
    @PermissionsAllowed(Permissions.POOL_READ)
    public Response list(@Context UriInfo uri, @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.open(Section.POOLS);
        ListQuery list = Lists.read(uri, "prefix", List.of("search"));
        Page<PoolLine> found = pools.list(null, Lists.filter(list, "search"), Lists.request(list))
                .map(PoolLine::of);
        if (htmx != null) {
            return Html.ok(shell, Templates.list$rows(shell, list, found, true));
        }
        boolean hasPartition = !found.items().isEmpty() || !sql.partitions().isEmpty();
        return Html.ok(shell, Templates.list(shell, list, found, hasPartition));
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.POOL_READ)
    public Response detail(
            UUID id,
            @QueryParam("address") @Nullable String address,
            @Context UriInfo uri,
            @HeaderParam(Html.HTMX) @Nullable String htmx) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        ListQuery list = Lists.read(uri, "ip", List.of("search"));
        return Html.ok(
                shell, detail(shell, id, list, Form.empty("address", address == null ? "" : address), htmx != null));
    }

    private TemplateInstance detail(Shell shell, UUID id, ListQuery list, Form sent, boolean rowsOnly) {
        PoolLine line = PoolLine.of(pools.get(id));
        Form form = sent.isFailed()
                ? sent.withDefault("count", line.suggestion())
                : Form.empty("count", line.suggestion(), "address", sent.value("address"));
        Page<AddressView> found = addresses.ofPool(id, Lists.filter(list, "search"), Lists.request(list));
        return rowsOnly
                ? Templates.detail$rows(shell, list, line, found, form)
                : Templates.detail(shell, list, line, found, form);
    }

    /** One address, the lowest free or a certain one, or several. */
    @POST
    @Path("{id}")
    @PermissionsAllowed(Permissions.ADDRESS_WRITE)
    public Response take(UUID id, MultivaluedMap<String, String> sent, @Context UriInfo uri) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        Form form = Forms.read(sent);
        try {
            if (form.is("what", "many")) {
                addresses.allocateMany(id, new AddressBulkForm(form.integer("count"), null, null, form.text("note")));
            } else if (form.is("what", "waiting")) {
                addresses.allocateMany(id, new AddressBulkForm(null, null, true, null));
            } else if (form.is("what", "range")) {
                shapes.addRange(id, new SpanForm(form.text("range"), null));
            } else if (form.is("what", "exclusion")) {
                shapes.addExclusion(id, new SpanForm(form.text("exclusion"), form.text("reason")));
            } else if (form.is("what", "drop-range")) {
                shapes.removeRange(id, span(form));
                return Html.see("/pools/" + id, "saved");
            } else if (form.is("what", "drop-exclusion")) {
                shapes.removeExclusion(id, span(form));
                return Html.see("/pools/" + id, "saved");
            } else {
                addresses.allocate(
                        id,
                        new AddressForm(
                                form.text("address"), form.text("node"), form.text("note"), form.text("until")));
            }
            return Html.see("/pools/" + id, form.value("what").equals("exclusion") ? "saved" : "taken");
        } catch (DomainFault fault) {
            ListQuery list = Lists.read(uri, "ip", List.of("search"));
            return Html.refused(shell, detail(shell, id, list, Forms.refused(form, fault), false));
        }
    }

    private static UUID span(Form form) {
        UUID span = QueryValues.id("span", form.text("span"));
        if (span == null) {
            throw new DomainFault.Invalid("span", "span is missing and has no default");
        }
        return span;
    }

    @GET
    @Path("{id}/resize")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public Response askResize(UUID id) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        PoolView pool = pools.get(id);
        Form form = Form.filled(pool.version(), "prefix", pool.prefix(), "gateway", gateway(pool));
        return Html.ok(shell, Templates.resize(shell, form, pool, null));
    }

    private static String gateway(PoolView pool) {
        return pool.gateway() == null ? "none" : pool.gateway();
    }

    /** Shows what would become of the pool, and makes it so for the version that was shown. */
    @POST
    @Path("{id}/resize")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public Response resize(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        Form form = Forms.read(sent);
        PoolView pool = pools.get(id);
        try {
            ResizeForm wish = new ResizeForm(form.text("prefix"), form.text("gateway"));
            if (form.is("what", "apply")) {
                return Html.see(
                        "/pools/" + resizes.resize(id, form.version(), wish).id(), "saved");
            }
            ResizePreview preview = resizes.preview(id, wish);
            return Html.ok(shell, Templates.resize(shell, form.at(preview.version()), pool, preview));
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault).at(pool.version());
            return Html.refused(shell, Templates.resize(shell, again, pool, null));
        }
    }

    @GET
    @Path("new")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public Response blank(@QueryParam("partition") @Nullable String partition) {
        Shell shell = shells.open(Section.POOLS);
        Form form = Form.empty("partition", partition == null ? "" : partition);
        return Html.ok(shell, Templates.create(shell, form, sql.partitions()));
    }

    @POST
    @Path("new")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public Response create(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.POOLS);
        Form form = Forms.read(sent);
        List<PoolPagesSql.PartitionChoice> choices = sql.partitions();
        try {
            PoolForm wish = new PoolForm(
                    form.text("partition"),
                    form.text("name"),
                    form.text("prefix"),
                    form.text("gateway"),
                    form.list("ranges"),
                    form.list("exclusions"));
            return Html.see("/pools/" + pools.create(wish).id(), "created");
        } catch (DomainFault fault) {
            return Html.refused(shell, Templates.create(shell, Forms.refused(form, fault), choices));
        }
    }

    @GET
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public Response edit(UUID id) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        PoolView pool = pools.get(id);
        PoolChange present = PoolChange.of(pool);
        Form form = Form.filled(
                pool.version(),
                "name",
                pool.name(),
                "gateway",
                pool.gateway() == null ? "" : pool.gateway(),
                "ranges",
                lines(present.ranges()),
                "exclusions",
                lines(present.exclusions()));
        return Html.ok(shell, Templates.edit(shell, form, pool));
    }

    private static String lines(@Nullable List<String> spans) {
        return spans == null ? "" : String.join("\n", spans);
    }

    @POST
    @Path("{id}/edit")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public Response update(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        Form form = Forms.read(sent);
        try {
            PoolChange change = new PoolChange(
                    form.text("name"), form.text("gateway"), form.list("ranges"), form.list("exclusions"));
            pools.update(id, form.version(), change);
            return Html.see("/pools/" + id, "saved");
        } catch (DomainFault fault) {
            PoolView present = pools.get(id);
            Form again = Forms.refused(form, fault).at(present.version());
            return Html.refused(shell, Templates.edit(shell, again, present));
        }
    }

    @GET
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public Response askDelete(UUID id) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        PoolView pool = pools.get(id);
        return Html.ok(shell, Templates.delete(shell, Form.filled(pool.version()), pool));
    }

    @POST
    @Path("{id}/delete")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public Response delete(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.POOL, id, Section.POOLS);
        Form form = Forms.read(sent);
        PoolView pool = pools.get(id);
        try {
            if (!form.value("typed").strip().equals(pool.name())) {
                throw new DomainFault.Invalid(
                        "typed", Texts.of(PoolMessages.class, shell.language()).delete_wrong(pool.name()));
            }
            pools.delete(id, "\"" + form.version() + "\"");
            return Html.see("/partitions/" + pool.partition().id(), "removed", pool.name() + " " + pool.prefix());
        } catch (DomainFault fault) {
            Form again = Forms.refused(form, fault).at(pool.version());
            return Html.refused(shell, Templates.delete(shell, again, pool));
        }
    }
}
