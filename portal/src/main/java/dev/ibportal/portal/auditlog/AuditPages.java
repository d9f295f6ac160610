package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.EventFormat;
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
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
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
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

@Path("/audit")
class AuditPages {
    private static final List<String> FILTERS = List.of(
            "search",
            "action",
            "actor",
            "objectKind",
            "object",
            "tenantName",
            "requestId",
            "within",
            "outcome",
            "from",
            "to",
            "zone");
    private static final int NEWEST = 5;

    private final Shells shells;
    private final AuditReader reader;
    private final AuditExports exports;
    private final SavedFilters saved;

    AuditPages(Shells shells, AuditReader reader, AuditExports exports, SavedFilters saved) {
        this.shells = shells;
        this.reader = reader;
        this.exports = exports;
        this.saved = saved;
    }

    @CheckedTemplate(basePath = "audit")
    static class Templates {
        static native TemplateInstance list(
                Shell shell,
                ListQuery list,
                Page<AuditEventView> events,
                AuditWords words,
                Links links,
                List<SavedFilterView> saved,
                Form form);

        static native TemplateInstance history(Shell shell, Page<AuditEventView> events, AuditWords words);
    }

    /**
     * Addresses that go with a view of the log. Public for the templates.
     *
     * @param export without the format
     * @param query to keep the view
     * @param more whether one of the rarer filters is set
     */
    public record Links(String export, String query, boolean more) {
        private static final List<String> RARE =
                List.of("objectKind", "object", "tenantName", "requestId", "within", "zone");

        static Links of(ListQuery list) {
            String href = list.firstHref();
            String query = href.contains("?") ? href.substring(href.indexOf('?') + 1) : "";
            return new Links(
                    "/audit/export?" + (query.isEmpty() ? "" : query + "&") + "format=",
                    query,
                    RARE.stream().anyMatch(name -> !list.filter(name).isEmpty()));
        }
    }

    @GET
    @Produces(MediaType.TEXT_HTML)
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public Response list(@Context UriInfo uri) {
        Shell shell = shells.open(Section.AUDIT);
        ListQuery list = Lists.read(uri, "-at", FILTERS);
        try {
            return Html.ok(shell, page(shell, list, Form.empty()));
        } catch (DomainFault fault) {
            // What was typed stays, for a typo in one of many filters is mended in that one.
            Form refused = Forms.refused(Form.empty(), fault);
            return Html.refused(shell, page(shell, list, new Page<>(List.of(), null), refused));
        }
    }

    private TemplateInstance page(Shell shell, ListQuery list, Form form) {
        return page(shell, list, reader.list(filter(list, shell.zoneId()), Lists.request(list)), form);
    }

    private TemplateInstance page(Shell shell, ListQuery list, Page<AuditEventView> events, Form form) {
        return Templates.list(shell, list, events, words(shell), Links.of(list), saved.own(), form);
    }

    private static AuditWords words(Shell shell) {
        return new AuditWords(Texts.of(AuditMessages.class, shell.language()));
    }

    /** The newest events of one object, as a part of its own page. */
    @GET
    @Path("history")
    @Produces(MediaType.TEXT_HTML)
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public Response history(@QueryParam("objectKind") String kind, @QueryParam("object") String object) {
        Shell shell = shells.open(Section.AUDIT);
        AuditFilter filter =
                new AuditFilter(null, null, null, null, null, null, null, null, null, null, kind + ":" + object, null);
        return Html.ok(shell, Templates.history(shell, reader.list(filter, PageRequest.first(NEWEST)), words(shell)));
    }

    /** The bundle that proves itself. */
    @GET
    @Path("export")
    @Produces("application/zip")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Response export(@Context UriInfo uri, @QueryParam("format") String code) {
        Shell shell = shells.open(Section.AUDIT);
        EventFormat format = EventFormat.of(code)
                .orElseThrow(() -> new DomainFault.Malformed("There is no format \"" + code + "\" of exports."));
        AuditFilter filter = filter(Lists.read(uri, "-at", FILTERS), shell.zoneId());
        exports.announce(filter, format);
        StreamingOutput content = out -> exports.writeBundle(filter, format, out);
        return Response.ok(content)
                .header("Content-Disposition", "attachment; filename=\"" + exports.fileName(format) + "\"")
                .build();
    }

    /** The events alone, for those who only want to look. */
    @GET
    @Path("export.csv")
    @Produces("text/csv")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Response csv(@Context UriInfo uri) {
        Shell shell = shells.open(Section.AUDIT);
        AuditFilter filter = filter(Lists.read(uri, "-at", FILTERS), shell.zoneId());
        exports.announce(filter, EventFormat.CSV);
        StreamingOutput content = out -> exports.write(filter, EventFormat.CSV, out);
        return Response.ok(content)
                .header("Content-Disposition", "attachment; filename=\"audit-events.csv\"")
                .build();
    }

    @POST
    @Path("filters")
    @Produces(MediaType.TEXT_HTML)
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public Response save(MultivaluedMap<String, String> sent) {
        Shell shell = shells.open(Section.AUDIT);
        Form form = Forms.read(sent);
        try {
            return Html.see(saved.save(form.text("name"), form.value("query")).href(), "saved");
        } catch (DomainFault fault) {
            ListQuery all = new ListQuery("/audit", Map.of(), "at", true, null, ListQuery.ROWS);
            return Html.refused(shell, page(shell, all, Forms.refused(form, fault)));
        }
    }

    @POST
    @Path("filters/{id}/delete")
    @Produces(MediaType.TEXT_HTML)
    @Consumes(MediaType.APPLICATION_FORM_URLENCODED)
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public Response delete(UUID id) {
        shells.open(Section.AUDIT);
        saved.delete(id);
        return Html.see("/audit", "removed");
    }

    private static AuditFilter filter(ListQuery list, ZoneId zone) {
        @Nullable String chosen = Lists.filter(list, "zone");
        return new AuditFilter(
                Lists.filter(list, "from"),
                Lists.filter(list, "to"),
                chosen == null ? zone.getId() : chosen,
                Lists.filter(list, "actor"),
                Lists.filter(list, "action"),
                Lists.filter(list, "objectKind"),
                Lists.filter(list, "object"),
                Lists.filter(list, "outcome"),
                Lists.filter(list, "requestId"),
                Lists.filter(list, "tenantName"),
                Lists.filter(list, "within"),
                Lists.filter(list, "search"));
    }
}
