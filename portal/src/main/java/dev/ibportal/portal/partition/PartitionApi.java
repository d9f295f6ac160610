package dev.ibportal.portal.partition;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.MergePatch;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
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
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/partitions")
class PartitionApi {
    private final PartitionService partitions;
    private final RemovalService removals;
    private final MergePatch patches;

    PartitionApi(PartitionService partitions, RemovalService removals, MergePatch patches) {
        this.partitions = partitions;
        this.removals = removals;
        this.patches = patches;
    }

    @GET
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public Page<PartitionView> list(
            @QueryParam("search") @Nullable String search,
            @QueryParam("state") @Nullable String state,
            @BeanParam PageRequest page) {
        return partitions.list(search, state, page);
    }

    @POST
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    @APIResponseSchema(value = PartitionView.class, responseCode = "201")
    public Response create(PartitionForm form) {
        PartitionView made = partitions.create(form);
        return Response.created(URI.create("/api/v1/partitions/" + made.id()))
                .entity(made)
                .tag(ETags.of(made.version()))
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_READ)
    @APIResponseSchema(PartitionView.class)
    public Response get(UUID id) {
        return answer(partitions.get(id));
    }

    @PATCH
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    @APIResponseSchema(PartitionView.class)
    public Response update(
            UUID id,
            @HeaderParam("If-Match") @Nullable String ifMatch,
            @RequestBody(content = @Content(schema = @Schema(implementation = PartitionChange.class))) JsonNode patch) {
        int version = ETags.version(ifMatch);
        PartitionChange change = patches.apply(PartitionChange.of(partitions.get(id)), patch, PartitionChange.class);
        return answer(partitions.update(id, version, change));
    }

    @GET
    @Path("{id}/removal")
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public RemovalPreview preview(UUID id) {
        return partitions.preview(id);
    }

    /** @param removalRequest what waits for somebody to approve it; null: the end has begun */
    record Removed(
            @JsonUnwrapped PartitionView partition,
            @Nullable RemovalRequestView removalRequest) {}

    /**
     * 202: the end has begun; it is over when the state is released. On a fabric where removals need an approval, nothing
     * has begun, and the answer names the request that waits.
     */
    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    @APIResponseSchema(value = Removed.class, responseCode = "202")
    public Response remove(UUID id, @HeaderParam("If-Match") @Nullable String ifMatch) {
        RemovalRequestView waits = removals.removePartition(id, ifMatch);
        PartitionView partition = partitions.get(id);
        return Response.accepted(new Removed(partition, waits))
                .tag(ETags.of(partition.version()))
                .build();
    }

    private static Response answer(PartitionView partition) {
        return Response.ok(partition).tag(ETags.of(partition.version())).build();
    }
}
