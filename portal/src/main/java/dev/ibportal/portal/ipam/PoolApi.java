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
import jakarta.ws.rs.PUT;
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
    private final PoolShapes shapes;
    private final PoolResizes resizes;
    private final AddressMaps maps;

    PoolApi(
            PoolService pools,
            AddressService addresses,
            MergePatch patches,
            PoolShapes shapes,
            PoolResizes resizes,
            AddressMaps maps) {
        this.maps = maps;
        this.shapes = shapes;
        this.resizes = resizes;
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
        shapes.addRange(id, form);
        return created(pools.get(id));
    }

    @POST
    @Path("{id}/exclusions")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    @APIResponseSchema(value = PoolView.class, responseCode = "201")
    public Response addExclusion(UUID id, SpanForm form) {
        shapes.addExclusion(id, form);
        return created(pools.get(id));
    }

    @PUT
    @Path("{id}/ranges/{range}")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public PoolView changeRange(UUID id, UUID range, SpanForm form) {
        shapes.changeRange(id, range, form);
        return pools.get(id);
    }

    /** Without its last range a pool hands out the whole prefix again. */
    @DELETE
    @Path("{id}/ranges/{range}")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public PoolView removeRange(UUID id, UUID range) {
        shapes.removeRange(id, range);
        return pools.get(id);
    }

    @PUT
    @Path("{id}/exclusions/{exclusion}")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public PoolView changeExclusion(UUID id, UUID exclusion, SpanForm form) {
        shapes.changeExclusion(id, exclusion, form);
        return pools.get(id);
    }

    @DELETE
    @Path("{id}/exclusions/{exclusion}")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    public PoolView removeExclusion(UUID id, UUID exclusion) {
        shapes.removeExclusion(id, exclusion);
        return pools.get(id);
    }

    /** What another prefix would do; nothing is changed. */
    @GET
    @Path("{id}/resize-preview")
    @PermissionsAllowed(Permissions.POOL_READ)
    public ResizePreview previewResize(
            UUID id, @QueryParam("prefix") @Nullable String prefix, @QueryParam("gateway") @Nullable String gateway) {
        return resizes.preview(id, new ResizeForm(prefix, gateway));
    }

    /** @param ifMatch the version that the preview was of */
    @POST
    @Path("{id}/resize")
    @PermissionsAllowed(Permissions.POOL_WRITE)
    @APIResponseSchema(PoolView.class)
    public Response resize(UUID id, @HeaderParam("If-Match") @Nullable String ifMatch, ResizeForm form) {
        PoolView pool = resizes.resize(id, ETags.version(ifMatch), form);
        return Response.ok(pool).tag(ETags.of(pool.version())).build();
    }

    /** @param block a network of the pool's; absent: the whole pool */
    @GET
    @Path("{id}/map")
    @PermissionsAllowed(Permissions.POOL_READ)
    public AddressMapView map(UUID id, @QueryParam("block") @Nullable String block) {
        return maps.look(id, block);
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
