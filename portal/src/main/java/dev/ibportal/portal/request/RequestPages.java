package dev.ibportal.portal.request;

import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.ipam.PoolService;
import dev.ibportal.portal.ipam.PoolView;
import dev.ibportal.portal.partition.PartitionForm;
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
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.QueryValues;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
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

/** Asking for something, and deciding what others ask for. */
@Path("/requests")
@Produces(MediaType.TEXT_HTML)
@Consumes(MediaType.APPLICATION_FORM_URLENCODED)
class RequestPages {
    private final Shells shells;
    private final RequestService requests;
    private final FabricService fabrics;
    private final PoolService pools;

    RequestPages(Shells shells, RequestService requests, FabricService fabrics, PoolService pools) {
        this.shells = shells;
        this.requests = requests;
        this.fabrics = fabrics;
        this.pools = pools;
    }

    @CheckedTemplate(basePath = "request")
    static class Templates {
        static native TemplateInstance list(
                Shell shell, ListQuery list, Page<RequestView> requests, RequestWords words);

        static native TemplateInstance ask(Shell shell, Form form, List<FabricView> fabrics, @Nullable PoolView pool);

        static native TemplateInstance detail(Shell shell, Form form, RequestDetail detail, RequestWords words);
    }

    @GET
    @PermissionsAllowed(Permissions.REQUEST_READ)
    public Response list(@Context UriInfo uri) {
        Shell shell = shells.open(Section.REQUESTS);
        ListQuery list = Lists.read(uri, "-createdAt", List.of("state"));
        Page<RequestView> found = requests.list(Lists.filter(list, "state"), Lists.request(list));
        return Html.ok(shell, Templates.list(shell, list, found, new RequestWords(shell)));
    }

    /** @param pool of which addresses are asked for; absent: a partition is */
    @GET
    @Path("new")
    @PermissionsAllowed(Permissions.REQUEST_WRITE)
    public Response blank(@QueryParam("pool") @Nullable String pool) {
        UUID of = QueryValues.id("pool", pool);
        Shell shell =
                of == null ? shells.open(Section.REQUESTS) : shells.openOn(TenantTable.POOL, of, Section.REQUESTS);
        Form form = Form.empty(
                "addresses", of == null ? "0" : "1", "ibMtu", "2048", "mode", "datagram", "defaultMembership", "full");
        return Html.ok(shell, asking(shell, form, of));
    }

    @POST
    @Path("new")
    @PermissionsAllowed(Permissions.REQUEST_WRITE)
    public Response create(@QueryParam("pool") @Nullable String pool, MultivaluedMap<String, String> sent) {
        UUID of = QueryValues.id("pool", pool);
        Shell shell =
                of == null ? shells.open(Section.REQUESTS) : shells.openOn(TenantTable.POOL, of, Section.REQUESTS);
        Form form = Forms.read(sent);
        try {
            UUID id = requests.create(asked(form, of)).id();
            return form.value("then").equals("submit") ? submitted(id) : Html.see("/requests/" + id, "created");
        } catch (DomainFault.NotFound fault) {
            throw fault;
        } catch (DomainFault fault) {
            return Html.refused(shell, asking(shell, Forms.refused(form, fault), of));
        }
    }

    /** What cannot be held stays a draft, and its page says why. */
    private Response submitted(UUID id) {
        try {
            requests.submit(id);
            return Html.see("/requests/" + id, "created");
        } catch (DomainFault fault) {
            Shell shell = shells.openOn(TenantTable.REQUEST, id, Section.REQUESTS);
            return Html.refused(shell, showing(shell, Forms.refused(Form.empty(), fault), id));
        }
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.REQUEST_READ)
    public Response look(UUID id) {
        Shell shell = shells.openOn(TenantTable.REQUEST, id, Section.REQUESTS);
        return Html.ok(shell, showing(shell, Form.empty(), id));
    }

    @POST
    @Path("{id}")
    @PermissionsAllowed(Permissions.REQUEST_WRITE)
    public Response act(UUID id, MultivaluedMap<String, String> sent) {
        Shell shell = shells.openOn(TenantTable.REQUEST, id, Section.REQUESTS);
        Form form = Forms.read(sent);
        try {
            switch (form.value("decision")) {
                case "submit" -> requests.submit(id);
                case "withdraw" -> requests.withdraw(id);
                case "approve" -> requests.approve(id, form.text("digest"), form.lines("said"));
                case "deny" -> requests.deny(id, form.lines("said"));
                case "comment" -> requests.comment(id, form.lines("said"));
                default -> throw new DomainFault.Invalid("decision", "is submit, withdraw, approve, deny or comment");
            }
            return Html.see("/requests/" + id, "saved");
        } catch (DomainFault.NotFound fault) {
            throw fault;
        } catch (DomainFault fault) {
            return Html.refused(shell, showing(shell, Forms.refused(form, fault), id));
        }
    }

    private TemplateInstance asking(Shell shell, Form form, @Nullable UUID pool) {
        return Templates.ask(
                shell,
                form,
                fabrics.list(PageRequest.first(PageRequest.MOST)).items(),
                pool == null ? null : pools.get(pool));
    }

    private TemplateInstance showing(Shell shell, Form form, UUID id) {
        return Templates.detail(shell, form, requests.detail(id), new RequestWords(shell));
    }

    private static RequestForm asked(Form form, @Nullable UUID pool) {
        return new RequestForm(
                form.text("tenant"),
                pool == null ? "partition" : "addresses",
                form.text("title"),
                form.lines("reason"),
                pool == null ? partition(form) : null,
                pool == null ? null : pool.toString(),
                form.integer("addresses"));
    }

    private static PartitionForm partition(Form form) {
        return new PartitionForm(
                form.text("tenant"),
                form.text("fabric"),
                form.text("name"),
                null,
                form.text("pkey"),
                true,
                form.integer("ibMtu"),
                form.text("mode"),
                form.integer("ipMtu"),
                form.text("defaultMembership"),
                null,
                null);
    }
}
