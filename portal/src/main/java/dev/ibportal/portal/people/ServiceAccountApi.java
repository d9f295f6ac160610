package dev.ibportal.portal.people;

import dev.ibportal.portal.account.TokenForm;
import dev.ibportal.portal.account.TokenView;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import java.net.URI;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/tenants/{tenant}/service-accounts")
class ServiceAccountApi {
    private final ServiceAccountService accounts;

    ServiceAccountApi(ServiceAccountService accounts) {
        this.accounts = accounts;
    }

    @GET
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_READ)
    public Page<ServiceAccountView> list(UUID tenant, @BeanParam PageRequest page) {
        return accounts.list(tenant, page);
    }

    @POST
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public RestResponse<ServiceAccountView> create(UUID tenant, ServiceAccountForm form) {
        ServiceAccountView made = accounts.create(tenant, form);
        return RestResponse.ResponseBuilder.<ServiceAccountView>created(
                        URI.create("/api/v1/tenants/" + tenant + "/service-accounts/" + made.id()))
                .tag(ETags.of(made.version()))
                .entity(made)
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_READ)
    public RestResponse<ServiceAccountView> get(UUID tenant, UUID id) {
        return answer(accounts.get(tenant, id));
    }

    @PUT
    @Path("{id}")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public RestResponse<ServiceAccountView> change(
            UUID tenant,
            UUID id,
            @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch,
            ServiceAccountForm form) {
        return answer(accounts.change(tenant, id, ETags.version(ifMatch), form));
    }

    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public void remove(UUID tenant, UUID id) {
        accounts.remove(tenant, id);
    }

    @GET
    @Path("{id}/tokens")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_READ)
    public Page<TokenView> tokens(UUID tenant, UUID id, @BeanParam PageRequest page) {
        return accounts.tokens(tenant, id, page);
    }

    @POST
    @Path("{id}/tokens")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public RestResponse<TokenView> createToken(UUID tenant, UUID id, TokenForm form) {
        TokenView made = accounts.createToken(tenant, id, form);
        return RestResponse.ResponseBuilder.<TokenView>created(
                        URI.create("/api/v1/tenants/" + tenant + "/service-accounts/" + id + "/tokens/" + made.id()))
                .header("Cache-Control", "no-store")
                .entity(made)
                .build();
    }

    @DELETE
    @Path("{id}/tokens/{token}")
    @PermissionsAllowed(Permissions.SERVICE_ACCOUNT_WRITE)
    public void revokeToken(UUID tenant, UUID id, UUID token) {
        accounts.revokeToken(tenant, id, token);
    }

    private static RestResponse<ServiceAccountView> answer(ServiceAccountView account) {
        return RestResponse.ResponseBuilder.ok(account)
                .tag(ETags.of(account.version()))
                .build();
    }
}
