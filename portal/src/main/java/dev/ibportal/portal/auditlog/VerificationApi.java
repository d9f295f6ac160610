package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestResponse;

@Path("/api/v1/audit-verifications")
class VerificationApi {
    private final Verifications verifications;

    VerificationApi(Verifications verifications) {
        this.verifications = verifications;
    }

    @GET
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public Page<VerificationView> list() {
        return new Page<>(verifications.latest(), null);
    }

    /** Begins a check of the whole log; its result is there when {@code finishedAt} is. */
    @POST
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public RestResponse<VerificationView> start() {
        VerificationView begun = verifications.start();
        return RestResponse.ResponseBuilder.<VerificationView>create(RestResponse.Status.ACCEPTED)
                .location(URI.create("/api/v1/audit-verifications/" + begun.id()))
                .entity(begun)
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.AUDIT_EXPORT)
    public VerificationView get(UUID id) {
        return verifications.get(id);
    }
}
