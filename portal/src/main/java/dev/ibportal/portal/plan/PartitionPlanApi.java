package dev.ibportal.portal.plan;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.QueryValues;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.jspecify.annotations.Nullable;

/** What all nodes of a partition would do. */
@Path("/api/v1/partitions")
class PartitionPlanApi {
    private final PlanService plans;

    PartitionPlanApi(PlanService plans) {
        this.plans = plans;
    }

    @GET
    @Path("{id}/plan")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public PartitionPlanView partition(
            UUID id,
            @QueryParam("mode") @Nullable String mode,
            @Parameter(schema = @Schema(implementation = Integer.class)) @QueryParam("ipMtu") @Nullable String ipMtu) {
        Integer mtu =
                ipMtu == null || ipMtu.isBlank() ? null : QueryValues.number("ipMtu", ipMtu, 0, Integer.MAX_VALUE);
        return plans.partition(id, mode, mtu);
    }
}
