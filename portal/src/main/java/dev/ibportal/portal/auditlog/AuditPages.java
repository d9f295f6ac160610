package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.page.ListQuery;
import dev.ibportal.portal.platform.page.Lists;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Section;
import dev.ibportal.portal.platform.page.Shells;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import jakarta.ws.rs.core.UriInfo;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

@Path("/audit")
class AuditPages {
    private static final List<String> FILTERS = List.of("search", "action", "actor", "outcome", "from", "to");

    private final Shells shells;
    private final AuditReader reader;

    AuditPages(Shells shells, AuditReader reader) {
        this.shells = shells;
        this.reader = reader;
    }

    @CheckedTemplate(basePath = "audit")
    static class Templates {
        static native TemplateInstance list(
                Shell shell, ListQuery list, Page<AuditEventView> events, AuditWords words, String export);
    }

    @GET
    @Produces(MediaType.TEXT_HTML)
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public Response list(@Context UriInfo uri) {
        Shell shell = shells.open(Section.AUDIT);
        ListQuery list = Lists.read(uri, "-at", FILTERS);
        Page<AuditEventView> events = reader.list(filter(list, shell.zoneId()), Lists.request(list));
        AuditWords words = new AuditWords(Texts.of(AuditMessages.class, shell.language()));
        String export = list.firstHref().replaceFirst("^/audit", "/audit/export.csv");
        return Html.ok(shell, Templates.list(shell, list, events, words, export));
    }

    @GET
    @Path("export.csv")
    @Produces("text/csv")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Response export(@Context UriInfo uri) {
        Shell shell = shells.open(Section.AUDIT);
        AuditFilter filter = filter(Lists.read(uri, "-at", FILTERS), shell.zoneId());
        reader.announceExport(filter);
        StreamingOutput rows = out -> reader.writeCsv(filter, out);
        return Response.ok(rows)
                .header("Content-Disposition", "attachment; filename=\"audit-events.csv\"")
                .build();
    }

    private static AuditFilter filter(ListQuery list, ZoneId zone) {
        return new AuditFilter(
                start(Lists.filter(list, "from"), zone, 0),
                start(Lists.filter(list, "to"), zone, 1),
                Lists.filter(list, "actor"),
                Lists.filter(list, "action"),
                null,
                null,
                Lists.filter(list, "outcome"),
                null,
                Lists.filter(list, "search"));
    }

    /** A day as the person's calendar has it; anything else is left to the filter to read or refuse. */
    private static @Nullable String start(@Nullable String day, ZoneId zone, int plusDays) {
        if (day == null) {
            return null;
        }
        try {
            return LocalDate.parse(day)
                    .plusDays(plusDays)
                    .atStartOfDay(zone)
                    .toInstant()
                    .toString();
        } catch (DateTimeParseException e) {
            return day;
        }
    }
}
