package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Requests and their decisions. */
@Path("/api/v1/requests")
class RequestApi {
    private final RequestService requests;

    RequestApi(RequestService requests) {
        this.requests = requests;
    }

    /**
     * @param digest of the request as it was looked at; needed to approve
     * @param reason for whoever asked
     */
    record DecisionForm(@Nullable String digest, @Nullable String reason) {}

    /** @param text 1 to 4,000 characters */
    record CommentForm(@Nullable String text) {}

    @GET
    @PermissionsAllowed(Permissions.REQUEST_READ)
    public Page<RequestView> list(@QueryParam("state") @Nullable String state, @BeanParam PageRequest page) {
        return requests.list(state, page);
    }

    @POST
    @PermissionsAllowed(Permissions.REQUEST_WRITE)
    public Response create(RequestForm form) {
        RequestView made = requests.create(form);
        return Response.created(URI.create("/api/v1/requests/" + made.id()))
                .entity(requests.detail(made.id()))
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.REQUEST_READ)
    public RequestDetail get(UUID id) {
        return requests.detail(id);
    }

    @POST
    @Path("{id}/submit")
    @PermissionsAllowed(Permissions.REQUEST_WRITE)
    public RequestDetail submit(UUID id) {
        requests.submit(id);
        return requests.detail(id);
    }

    @POST
    @Path("{id}/withdraw")
    @PermissionsAllowed(Permissions.REQUEST_WRITE)
    public RequestDetail withdraw(UUID id) {
        requests.withdraw(id);
        return requests.detail(id);
    }

    @POST
    @Path("{id}/approve")
    @PermissionsAllowed(Permissions.REQUEST_DECIDE)
    public RequestDetail approve(UUID id, DecisionForm form) {
        requests.approve(id, form.digest(), form.reason());
        return requests.detail(id);
    }

    @POST
    @Path("{id}/deny")
    @PermissionsAllowed(Permissions.REQUEST_DECIDE)
    public RequestDetail deny(UUID id, DecisionForm form) {
        requests.deny(id, form.reason());
        return requests.detail(id);
    }

    @POST
    @Path("{id}/comments")
    @PermissionsAllowed(Permissions.REQUEST_WRITE)
    public RequestDetail comment(UUID id, CommentForm form) {
        requests.comment(id, form.text() == null ? "" : form.text());
        return requests.detail(id);
    }
}
