package dev.ibportal.portal.account;

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

@Path("/api/v1/tokens")
class TokenApi {
    private final TokenService tokens;

    TokenApi(TokenService tokens) {
        this.tokens = tokens;
    }

    @GET
    @PermissionsAllowed(Permissions.TOKEN_OWN)
    public Page<TokenView> list(@BeanParam PageRequest page) {
        return tokens.list(page);
    }

    @POST
    @PermissionsAllowed(Permissions.TOKEN_OWN)
    public RestResponse<TokenView> create(TokenForm form) {
        TokenView made = tokens.create(form);
        return RestResponse.ResponseBuilder.<TokenView>created(URI.create("/api/v1/tokens/" + made.id()))
                .header("Cache-Control", "no-store")
                .entity(made)
                .build();
    }

    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.TOKEN_OWN)
    public void revoke(UUID id) {
        tokens.revoke(id);
    }
}
