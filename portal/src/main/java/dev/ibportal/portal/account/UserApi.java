package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.Authenticated;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.net.URI;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/api/v1")
class UserApi {
    private final UserService users;
    private final PasswordService passwords;

    UserApi(UserService users, PasswordService passwords) {
        this.users = users;
        this.passwords = passwords;
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
                .build();
    }

    @GET
    @Path("me")
    @Authenticated
    public UserView me() {
        return users.me();
    }

    /** Also the only thing that somebody with a one-time password may do. */
    record PasswordForm(
            @Nullable String currentPassword, @Nullable String newPassword) {}

    @PUT
    @Path("me/password")
    @Authenticated
    public void changePassword(PasswordForm form) {
        passwords.change(form.currentPassword(), form.newPassword());
    }
}
