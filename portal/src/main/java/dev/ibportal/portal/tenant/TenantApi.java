package dev.ibportal.portal.tenant;

import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import java.net.URI;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/tenants")
class TenantApi {
    private final TenantService tenants;

    TenantApi(TenantService tenants) {
        this.tenants = tenants;
    }

    @GET
    @PermissionsAllowed(Permissions.TENANT_READ)
    public Page<TenantView> list(@QueryParam("search") @Nullable String search, @BeanParam PageRequest page) {
        return tenants.list(search, page);
    }

    @POST
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public RestResponse<TenantView> create(TenantForm form) {
        TenantView made = tenants.create(form);
        return RestResponse.ResponseBuilder.<TenantView>created(URI.create("/api/v1/tenants/" + made.id()))
                .tag(ETags.of(made.version()))
                .entity(made)
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.TENANT_READ)
    public RestResponse<TenantView> get(UUID id) {
        return answer(tenants.get(id));
    }

    @PUT
    @Path("{id}")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public RestResponse<TenantView> change(
            UUID id, @HeaderParam(HttpHeaders.IF_MATCH) @Nullable String ifMatch, TenantForm form) {
        return answer(tenants.change(id, ETags.version(ifMatch), form));
    }

    private static RestResponse<TenantView> answer(TenantView tenant) {
        return RestResponse.ResponseBuilder.ok(tenant)
                .tag(ETags.of(tenant.version()))
                .build();
    }
}
