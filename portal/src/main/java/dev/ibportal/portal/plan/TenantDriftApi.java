package dev.ibportal.portal.plan;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.util.UUID;

/** What becomes of drift of a tenant's interfaces. */
@Path("/api/v1/tenants")
class TenantDriftApi {
    private final PlanService plans;

    TenantDriftApi(PlanService plans) {
        this.plans = plans;
    }

    @GET
    @Path("{id}/drift-policy")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public PlanService.TenantChoice tenantPolicy(UUID id) {
        return plans.tenant(id);
    }

    @PUT
    @Path("{id}/drift-policy")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public PlanService.TenantChoice chooseForTenant(UUID id, PolicyForm form) {
        return plans.chooseForTenant(id, form.policy());
    }
}
