package dev.ibportal.portal.ipam;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.MergePatch;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.QueryValues;
import io.quarkus.security.PermissionsAllowed;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/pools")
class PoolApi {
    private final PoolService pools;
    private final AddressService addresses;
    private final MergePatch patches;

    PoolApi(PoolService pools, AddressService addresses, MergePatch patches) {
        this.patches = patches;
        this.pools = pools;
        this.addresses = addresses;
    }

    @GET
    @PermissionsAllowed(Permissions.POOL_READ)
    public Page<PoolView> list(
            @Parameter(schema = @Schema(implementation = UUID.class)) @QueryParam("partition") @Nullable
                    String partition,
            @QueryParam("search") @Nullable String search,
            @BeanParam PageRequest page) {
        return pools.list(QueryValues.id("partition", partition), search, page);
    }

    @POST
    @PermissionsAllowed(Permissions.POOL_WRITE)
    @APIResponseSchema(value = PoolView.class, responseCode = "201")
    public Response create(PoolForm form) {
        return created(pools.create(form));
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.POOL_READ)
    @APIResponseSchema(PoolView.class)
    public Response get(UUID id) {
        PoolView pool = pools.get(id);
        return Response.ok(pool).tag(ETags.of(pool.version())).build();
    }

    @PATCH
    @Path("{id}")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    @APIResponseSchema(PoolView.class)
    public Response update(
            UUID id,
            @HeaderParam("If-Match") @Nullable String ifMatch,
            @RequestBody(content = @Content(schema = @Schema(implementation = PoolChange.class))) JsonNode patch) {
        int version = ETags.version(ifMatch);
        PoolChange change = patches.apply(PoolChange.of(pools.get(id)), patch, PoolChange.class);
        PoolView pool = pools.update(id, version, change);
        return Response.ok(pool).tag(ETags.of(pool.version())).build();
    }

    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public void delete(UUID id, @HeaderParam("If-Match") @Nullable String ifMatch) {
        pools.delete(id, ifMatch);
    }

    @POST
    @Path("{id}/ranges")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    @APIResponseSchema(value = PoolView.class, responseCode = "201")
    public Response addRange(UUID id, SpanForm form) {
        return created(pools.addRange(id, form));
    }

    @POST
    @Path("{id}/exclusions")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    @APIResponseSchema(value = PoolView.class, responseCode = "201")
    public Response addExclusion(UUID id, SpanForm form) {
        return created(pools.addExclusion(id, form));
    }

    @GET
    @Path("{id}/addresses")
    @PermissionsAllowed(Permissions.POOL_READ)
    public Page<AddressView> addresses(
            UUID id, @QueryParam("search") @Nullable String search, @BeanParam PageRequest page) {
        return addresses.ofPool(id, search, page);
    }

    @POST
    @Path("{id}/addresses")
    @PermissionsAllowed(Permissions.ADDRESS_WRITE)
    @APIResponseSchema(value = AddressView.class, responseCode = "201")
    public Response allocate(UUID id, AddressForm form) {
        AddressView made = addresses.allocate(id, form);
        return Response.created(URI.create("/api/v1/addresses/" + made.id()))
                .entity(made)
                .tag(ETags.of(made.version()))
                .build();
    }

    /** The addresses of one call. */
    record Allocated(List<AddressView> items) {}

    @POST
    @Path("{id}/addresses/bulk")
    @PermissionsAllowed(Permissions.ADDRESS_WRITE)
    @APIResponseSchema(value = Allocated.class, responseCode = "201")
    public Response allocateMany(UUID id, AddressBulkForm form) {
        return Response.status(Response.Status.CREATED)
                .entity(new Allocated(addresses.allocateMany(id, form)))
                .build();
    }

    private static Response created(PoolView pool) {
        return Response.created(URI.create("/api/v1/pools/" + pool.id()))
                .entity(pool)
                .tag(ETags.of(pool.version()))
                .build();
    }
}
