package dev.ibportal.portal.evidence;

import dev.ibportal.portal.evidence.EvidenceService.Evidence;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.UUID;

@Path("/api/v1/tenants/{tenant}/isolation-evidence")
class EvidenceApi {
    private final EvidenceService evidence;

    EvidenceApi(EvidenceService evidence) {
        this.evidence = evidence;
    }

    @GET
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Evidence get(UUID tenant) {
        return evidence.export(tenant);
    }

    /** Pings across partitions, framed by pings inside them, and answers with what is known then. */
    @POST
    @Path("probes")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Evidence probe(UUID tenant) {
        return evidence.probe(tenant);
    }
}
