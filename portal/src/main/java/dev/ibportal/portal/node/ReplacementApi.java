package dev.ibportal.portal.node;

import dev.ibportal.portal.platform.security.Permissions;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.UUID;

@Path("/api/v1/nodes/{node}/replacements")
class ReplacementApi {
    private final ReplacementService replacements;

    ReplacementApi(ReplacementService replacements) {
        this.replacements = replacements;
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public List<ReplacementView> proposals(UUID node) {
        return replacements.proposals(node);
    }

    /** Answers what is left to propose. */
    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public List<ReplacementView> accept(UUID node, ReplacementForm form) {
        return replacements.accept(node, form);
    }
}
