package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.RemovalService.Detail;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Removals that need a second person. */
@Path("/api/v1/removal-requests")
class RemovalApi {
    private final RemovalService removals;

    RemovalApi(RemovalService removals) {
        this.removals = removals;
    }

    /** @param digest of the preview that was looked at */
    record ApprovalForm(@Nullable String digest) {}

    @GET
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public Page<RemovalRequestView> list(@QueryParam("state") @Nullable String state, @BeanParam PageRequest page) {
        return removals.list(state, page);
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public Detail get(UUID id) {
        return removals.get(id);
    }

    @POST
    @Path("{id}/approve")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Detail approve(UUID id, ApprovalForm form) {
        return removals.approve(id, form.digest());
    }

    @POST
    @Path("{id}/deny")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Detail deny(UUID id) {
        return removals.deny(id);
    }

    @POST
    @Path("{id}/withdraw")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    public Detail withdraw(UUID id) {
        return removals.withdraw(id);
    }
}
