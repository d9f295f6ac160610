package dev.ibportal.portal.tenant;

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
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/tenants")
class TenantApi {
    private final TenantService tenants;
    private final QuotaService quotas;
    private final TenantLife life;

    TenantApi(TenantService tenants, QuotaService quotas, TenantLife life) {
        this.tenants = tenants;
        this.quotas = quotas;
        this.life = life;
    }

    @GET
    @PermissionsAllowed(Permissions.TENANT_READ)
    public Page<TenantView> list(
            @QueryParam("search") @Nullable String search,
            @QueryParam("state") @Nullable String state,
            @BeanParam PageRequest page) {
        return tenants.list(search, state, page);
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

    @GET
    @Path("{id}/quotas")
    @PermissionsAllowed(Permissions.TENANT_READ)
    public List<QuotaView> quotas(UUID id) {
        return quotas.get(id);
    }

    /** All limits at once; what is left out has none. */
    @PUT
    @Path("{id}/quotas")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public List<QuotaView> setQuotas(UUID id, QuotaForm form) {
        return quotas.set(id, form);
    }

    /** Why a tenant is suspended. */
    record SuspensionForm(@Nullable String reason) {}

    @PUT
    @Path("{id}/suspension")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public RestResponse<TenantView> suspend(UUID id, SuspensionForm form) {
        return answer(life.suspend(id, form.reason()));
    }

    @DELETE
    @Path("{id}/suspension")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public RestResponse<TenantView> resume(UUID id) {
        return answer(life.resume(id));
    }

    @GET
    @Path("{id}/removal")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public TenantRemoval preview(UUID id) {
        return life.preview(id);
    }

    /**
     * 202: the end has begun; it is over when the state is gone.
     *
     * @param confirm the tenant's name
     */
    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.TENANT_WRITE)
    public RestResponse<TenantView> remove(UUID id, @QueryParam("confirm") @Nullable String confirm) {
        TenantView tenant = life.remove(id, confirm);
        return RestResponse.ResponseBuilder.create(RestResponse.Status.ACCEPTED, tenant)
                .tag(ETags.of(tenant.version()))
                .build();
    }

    private static RestResponse<TenantView> answer(TenantView tenant) {
        return RestResponse.ResponseBuilder.ok(tenant)
                .tag(ETags.of(tenant.version()))
                .build();
    }
}
