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
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/partitions/{partition}/members")
class MemberApi {
    private final MemberService members;
    private final RemovalService removals;
    private final MergePatch patches;

    MemberApi(MemberService members, RemovalService removals, MergePatch patches) {
        this.members = members;
        this.removals = removals;
        this.patches = patches;
    }

    @GET
    @PermissionsAllowed(Permissions.PARTITION_READ)
    public Page<MemberView> list(UUID partition, @BeanParam PageRequest page) {
        return members.list(partition, page);
    }

    /** One member that was added or changed or is leaving, with what is to be said about it. */
    record Told(@JsonUnwrapped MemberView member, List<String> warnings) {}

    /** @param removalRequest what waits for somebody to approve it; null: the end has begun */
    record Removed(
            @JsonUnwrapped MemberView member,
            List<String> warnings,
            @Nullable RemovalRequestView removalRequest) {}

    @POST
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    @APIResponseSchema(value = Told.class, responseCode = "201")
    public Response add(UUID partition, MemberForm form) {
        MemberService.Added added = members.add(partition, form);
        MemberView made = added.items().get(0);
        return Response.created(URI.create("/api/v1/partitions/" + partition + "/members/" + made.id()))
                .entity(new Told(made, added.warnings()))
                .tag(ETags.of(made.version()))
                .build();
    }

    @POST
    @Path("bulk")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    @APIResponseSchema(value = MemberService.Added.class, responseCode = "201")
    public Response addMany(UUID partition, MemberBulkForm form) {
        return Response.status(Response.Status.CREATED)
                .entity(members.addMany(partition, form))
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_READ)
    @APIResponseSchema(MemberView.class)
    public Response get(UUID partition, UUID id) {
        return answer(members.get(partition, id));
    }

    @PATCH
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    @APIResponseSchema(Told.class)
    public Response update(
            UUID partition,
            UUID id,
            @HeaderParam("If-Match") @Nullable String ifMatch,
            @RequestBody(content = @Content(schema = @Schema(implementation = MemberChange.class))) JsonNode patch) {
        int version = ETags.version(ifMatch);
        MemberChange change = patches.apply(MemberChange.of(members.get(partition, id)), patch, MemberChange.class);
        MemberView changed = members.update(partition, id, version, change);
        return Response.ok(new Told(changed, members.warnings(partition)))
                .tag(ETags.of(changed.version()))
                .build();
    }

    /**
     * 202: the end has begun; the member is gone when fabric and node were both read back without it. On a fabric where
     * removals need an approval, nothing has begun, and the answer names the request that waits.
     */
    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.PARTITION_WRITE)
    @APIResponseSchema(value = Removed.class, responseCode = "202")
    public Response remove(UUID partition, UUID id, @HeaderParam("If-Match") @Nullable String ifMatch) {
        RemovalRequestView waits = removals.removeMember(partition, id, ifMatch);
        MemberView member = members.get(partition, id);
        List<String> told = waits == null ? members.warningsOfLeaving(partition) : RemovalService.note(waits);
        return Response.accepted(new Removed(member, told, waits))
                .tag(ETags.of(member.version()))
                .build();
    }

    private static Response answer(MemberView member) {
        return Response.ok(member).tag(ETags.of(member.version())).build();
    }
}
