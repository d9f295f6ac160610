package dev.ibportal.portal.account;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.MergePatch;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/api/v1")
class UserApi {
    private final UserService users;
    private final PasswordService passwords;
    private final PersonCare people;
    private final MergePatch patches;

    UserApi(UserService users, PasswordService passwords, PersonCare people, MergePatch patches) {
        this.users = users;
        this.passwords = passwords;
        this.people = people;
        this.patches = patches;
    }

    @GET
    @Path("users")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public Page<UserView> list(@BeanParam PageRequest page) {
        return users.list(page);
    }

    @POST
    @Path("users")
    @PermissionsAllowed(Permissions.USER_WRITE)
    public RestResponse<UserView> create(UserForm form) {
        UserView made = users.create(form);
        return RestResponse.ResponseBuilder.<UserView>created(URI.create("/api/v1/users"))
                .entity(made)
                .cacheControl(shownOnce())
                .build();
    }

    @GET
    @Path("users/{id}")
    @PermissionsAllowed(Permissions.USER_WRITE)
    @APIResponseSchema(UserView.class)
    public Response get(UUID id) {
        return answer(people.get(id));
    }

    @PATCH
    @Path("users/{id}")
    @PermissionsAllowed(Permissions.USER_WRITE)
    @APIResponseSchema(UserView.class)
    public Response change(
            UUID id,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            @RequestBody(content = @Content(schema = @Schema(implementation = PersonChange.class))) JsonNode patch) {
        int version = ETags.version(ifMatch);
        PersonChange change = patches.apply(PersonChange.of(people.get(id)), patch, PersonChange.class);
        return answer(people.change(id, version, change));
    }

    private static Response answer(UserView user) {
        return Response.ok(user).tag(ETags.of(user.version())).build();
    }

    /** The one-time password is in this answer and nowhere else. */
    @POST
    @Path("users/{id}/one-time-password")
    @PermissionsAllowed(Permissions.USER_WRITE)
    @APIResponseSchema(UserView.class)
    public Response newPassword(UUID id) {
        return Response.ok(people.newPassword(id)).cacheControl(shownOnce()).build();
    }

    /** Neither a cache nor the portal itself, for a repeated request, keeps an answer with a secret. */
    private static CacheControl shownOnce() {
        CacheControl control = new CacheControl();
        control.setNoStore(true);
        return control;
    }

    @GET
    @Path("me")
    @Authenticated
    public UserView me() {
        return users.me();
    }

    /** Also the only thing that somebody with a one-time password may do. */
    record PasswordForm(
            @Nullable String currentPassword,
            @Nullable String newPassword,
            @Nullable Boolean revokeTokens) {}

    @PUT
    @Path("me/password")
    @Authenticated
    public void changePassword(PasswordForm form) {
        passwords.change(form.currentPassword(), form.newPassword(), Boolean.TRUE.equals(form.revokeTokens()));
    }
}
