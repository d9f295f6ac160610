package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.EventFormat;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.StreamingOutput;
import org.jboss.resteasy.reactive.RestResponse;

@Path("/api/v1/audit-events")
class AuditApi {
    private final AuditReader reader;
    private final AuditExports exports;

    AuditApi(AuditReader reader, AuditExports exports) {
        this.reader = reader;
        this.exports = exports;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public Page<AuditEventView> list(@BeanParam AuditFilter filter, @BeanParam PageRequest page) {
        return reader.list(filter, page);
    }

    /** The events alone, for spreadsheets. */
    @GET
    @Produces("text/csv")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public RestResponse<StreamingOutput> csv(@BeanParam AuditFilter filter) {
        return events(filter, EventFormat.CSV);
    }

    /** The events alone, for programs. */
    @GET
    @Produces("application/jsonl")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public RestResponse<StreamingOutput> jsonLines(@BeanParam AuditFilter filter) {
        return events(filter, EventFormat.JSONL);
    }

    /** The events alone, for SIEMs. */
    @GET
    @Produces("application/vnd.ocsf+jsonl")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public RestResponse<StreamingOutput> ocsf(@BeanParam AuditFilter filter) {
        return events(filter, EventFormat.OCSF);
    }

    private RestResponse<StreamingOutput> events(AuditFilter filter, EventFormat format) {
        exports.announce(filter, format);
        return download(out -> exports.write(filter, format, out), "audit-" + format.fileName());
    }

    /**
     * Events with proof and manifest, so that the file proves itself.
     *
     * @param format csv, jsonl or ocsf
     */
    @GET
    @Path("export")
    @Produces("application/zip")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public RestResponse<StreamingOutput> export(
            @BeanParam AuditFilter filter, @QueryParam("format") @DefaultValue("csv") String format) {
        EventFormat wanted = EventFormat.of(format)
                .orElseThrow(() ->
                        new DomainFault.Invalid("format", "\"" + format + "\" is none; there are csv, jsonl, ocsf"));
        exports.announce(filter, wanted);
        return download(out -> exports.writeBundle(filter, wanted, out), exports.fileName(wanted));
    }

    private static RestResponse<StreamingOutput> download(StreamingOutput content, String name) {
        return RestResponse.ResponseBuilder.ok(content)
                .header("Content-Disposition", "attachment; filename=\"" + name + "\"")
                .build();
    }
}
