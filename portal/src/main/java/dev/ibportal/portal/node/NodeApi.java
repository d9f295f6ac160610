package dev.ibportal.portal.node;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.portal.node.NodeDetail.PortView;
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
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponseSchema;
import org.jspecify.annotations.Nullable;

@Path("/api/v1/nodes")
class NodeApi {
    private final NodeService nodes;
    private final PortService ports;
    private final NodeLife life;
    private final DeathService deaths;
    private final MergePatch patches;

    NodeApi(NodeService nodes, PortService ports, NodeLife life, DeathService deaths, MergePatch patches) {
        this.life = life;
        this.patches = patches;
        this.nodes = nodes;
        this.ports = ports;
        this.deaths = deaths;
    }

    @GET
    @PermissionsAllowed(Permissions.NODE_READ)
    public Page<NodeView> list(
            @QueryParam("search") @Nullable String search,
            @QueryParam("state") @Nullable String state,
            @BeanParam PageRequest page) {
        return nodes.list(search, state, page);
    }

    @POST
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponseSchema(value = NodeDetail.class, responseCode = "201")
    public Response create(NodeForm form) {
        NodeDetail made = nodes.create(form);
        return Response.created(URI.create("/api/v1/nodes/" + made.node().id()))
                .entity(made)
                .tag(ETags.of(made.node().version()))
                .build();
    }

    @GET
    @Path("{id}")
    @PermissionsAllowed(Permissions.NODE_READ)
    @APIResponseSchema(NodeDetail.class)
    public Response get(UUID id) {
        NodeDetail node = nodes.get(id);
        return Response.ok(node).tag(ETags.of(node.node().version())).build();
    }

    @PATCH
    @Path("{id}")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponseSchema(NodeDetail.class)
    public Response rename(
            UUID id,
            @HeaderParam("If-Match") @Nullable String ifMatch,
            @RequestBody(content = @Content(schema = @Schema(implementation = NodeChange.class))) JsonNode patch) {
        int version = ETags.version(ifMatch);
        NodeChange present = new NodeChange(nodes.get(id).node().name());
        NodeDetail node = life.rename(id, version, patches.apply(present, patch, NodeChange.class));
        return Response.ok(node).tag(ETags.of(node.node().version())).build();
    }

    /** Retires it. */
    @DELETE
    @Path("{id}")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    public void retire(UUID id, @HeaderParam("If-Match") @Nullable String ifMatch) {
        life.retire(id, ifMatch);
    }

    @GET
    @Path("{id}/inventory")
    @Produces(MediaType.APPLICATION_JSON)
    @PermissionsAllowed(Permissions.NODE_READ)
    public String inventory(UUID id) {
        return nodes.inventory(id);
    }

    /** An unreachable node will not come back as it was: what it held can be handed out again. */
    @POST
    @Path("{id}/declare-dead")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponseSchema(NodeDetail.class)
    public Response declareDead(UUID id, DeathForm form) {
        NodeDetail node = deaths.declare(id, form);
        return Response.ok(node).tag(ETags.of(node.node().version())).build();
    }

    @POST
    @Path("{id}/ports")
    @PermissionsAllowed(Permissions.NODE_WRITE)
    @APIResponseSchema(value = PortView.class, responseCode = "201")
    public Response register(UUID id, PortForm form) {
        return Response.created(URI.create("/api/v1/nodes/" + id))
                .entity(ports.register(id, form))
                .build();
    }
}
