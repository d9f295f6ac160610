package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.UUID;

@Path("/api/v1/approval-rules")
class ApprovalRuleApi {
    private final ApprovalRules rules;

    ApprovalRuleApi(ApprovalRules rules) {
        this.rules = rules;
    }

    @GET
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public List<ApprovalRuleView> list() {
        return rules.list();
    }

    /** Sets the rule for a fabric and tenant, or for all of either. */
    @PUT
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public ApprovalRuleView put(ApprovalRuleForm form) {
        return rules.put(form);
    }

    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.FABRIC_WRITE)
    public void remove(UUID id) {
        rules.remove(id);
    }
}
