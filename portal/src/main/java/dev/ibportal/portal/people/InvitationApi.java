package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import java.net.URI;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestResponse;

@Path("/api/v1/tenants/{tenant}/invitations")
class InvitationApi {
    private final InvitationService invitations;

    InvitationApi(InvitationService invitations) {
        this.invitations = invitations;
    }

    @GET
    @PermissionsAllowed(Permissions.PEOPLE_READ)
    public Page<InvitationView> list(UUID tenant, @BeanParam PageRequest page) {
        return invitations.list(tenant, page);
    }

    @POST
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public RestResponse<InvitationView> create(UUID tenant, InvitationForm form) {
        InvitationView made = invitations.create(tenant, form);
        return RestResponse.ResponseBuilder.<InvitationView>created(
                        URI.create("/api/v1/tenants/" + tenant + "/invitations/" + made.id()))
                .header("Cache-Control", "no-store")
                .entity(made)
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.PEOPLE_READ)
    public InvitationView get(UUID tenant, UUID id) {
        return invitations.get(tenant, id);
    }

    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.PEOPLE_WRITE)
    public void revoke(UUID tenant, UUID id) {
        invitations.revoke(tenant, id);
    }
}
