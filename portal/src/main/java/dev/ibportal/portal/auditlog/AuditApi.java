package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.StreamingOutput;
import org.jboss.resteasy.reactive.RestResponse;

@Path("/api/v1/audit-events")
class AuditApi {
    private final AuditReader reader;

    AuditApi(AuditReader reader) {
        this.reader = reader;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @PermissionsAllowed(Permissions.AUDIT_READ)
    public Page<AuditEventView> list(@BeanParam AuditFilter filter, @BeanParam PageRequest page) {
        return reader.list(filter, page);
    }

    @GET
    @Produces("text/csv")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public RestResponse<StreamingOutput> export(@BeanParam AuditFilter filter) {
        reader.announceExport(filter);
        StreamingOutput rows = out -> reader.writeCsv(filter, out);
        return RestResponse.ResponseBuilder.ok(rows)
                .header("Content-Disposition", "attachment; filename=\"audit-events.csv\"")
                .build();
    }
}
