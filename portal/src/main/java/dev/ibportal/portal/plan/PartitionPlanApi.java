package dev.ibportal.portal.plan;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
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
            UUID id, @QueryParam("mode") @Nullable String mode, @QueryParam("ipMtu") @Nullable Integer ipMtu) {
        return plans.partition(id, mode, ipMtu);
    }
}
