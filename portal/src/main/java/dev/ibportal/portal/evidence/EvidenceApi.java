package dev.ibportal.portal.evidence;

import dev.ibportal.portal.evidence.EvidenceService.Evidence;
import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestResponse;

@Path("/api/v1/tenants/{tenant}/isolation-evidence")
class EvidenceApi {
    private final EvidenceService evidence;
    private final EvidenceBundle bundle;

    EvidenceApi(EvidenceService evidence, EvidenceBundle bundle) {
        this.evidence = evidence;
        this.bundle = bundle;
    }

    @GET
    @Produces(MediaType.APPLICATION_JSON)
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Evidence get(UUID tenant) {
        return evidence.export(tenant);
    }

    /** The same as a signed file. */
    @GET
    @Produces("application/zip")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public RestResponse<byte[]> signed(UUID tenant) {
        return RestResponse.ResponseBuilder.ok(bundle.of(evidence.export(tenant)))
                .header("Content-Disposition", "attachment; filename=\"isolation-evidence.zip\"")
                .build();
    }

    /** Pings across partitions, framed by pings inside them, and answers with what is known then. */
    @POST
    @Path("probes")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Evidence probe(UUID tenant) {
        return evidence.probe(tenant);
    }
}
