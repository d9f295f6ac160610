package dev.ibportal.portal.diagnose;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.UUID;

/** Why members of a partition do not reach each other. */
@Path("/api/v1/partitions")
class DiagnosisApi {
    private final DiagnosisService diagnoses;

    DiagnosisApi(DiagnosisService diagnoses) {
        this.diagnoses = diagnoses;
    }

    /** Looks at both ends and at the fabric and changes nothing; 15 seconds at most, a minute for a large partition. */
    @POST
    @Path("{id}/diagnoses")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public DiagnosisService.Diagnoses diagnose(UUID id, DiagnosisForm form) {
        return diagnoses.run(id, form);
    }
}
