package dev.ibportal.portal.node;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * All of a node that the reader may see.
 *
 * @param facts what the daemon says of its host, as JSON
 * @param operator what only operators are told
 */
public record NodeDetail(
        @JsonUnwrapped @JsonIgnoreProperties("ports") NodeView node,
        @Schema(implementation = Object.class) @JsonRawValue String facts,
        List<PortView> ports,
        List<InterfaceView> interfaces,
        @Nullable OperatorPart operator) {

    /**
     * A port with both views of it, each with its own time; a view is absent when that side never spoke of it.
     *
     * @param confirmed false: its daemon named it later, and an operator has to say that it is the node's
     */
    public record PortView(
            UUID id,
            String guid,
            Ref fabric,
            String registeredBy,
            boolean confirmed,
            @Nullable NodeSays node,
            @Nullable FabricSays fabricView) {}

    /**
     * What the node says of its port.
     *
     * @param pkeys of the port's table; told to operators alone, since other tenants' keys are in it
     */
    public record NodeSays(
            Instant seenAt,
            boolean present,
            String hca,
            @Nullable Integer portNum,
            String state,
            String physState,
            String linkLayer,
            String rate,
            @Nullable Integer lid,
            @Nullable Integer smLid,
            String netdev,
            String reason,
            @Nullable List<String> pkeys) {}

    /** What the subnet manager's side says of the port. */
    public record FabricSays(
            Instant seenAt,
            @Nullable Integer capacity,
            String detail,
            @Nullable List<String> pkeys) {}

    /** An IPoIB interface that should exist on this node, and what was seen of it. */
    public record InterfaceView(
            UUID id,
            UUID memberId,
            Ref partition,
            String pkey,
            String portGuid,
            String state,
            Instant since,
            String cause,
            String reason,
            @Nullable Instant seenAt,
            String name,
            @Nullable String mode,
            @Nullable Integer mtu,
            @Nullable Boolean carrier,
            List<String> addresses) {}

    /**
     * Of a node, for operators.
     *
     * @param flag something about its identity that a person should look at; empty when there is nothing
     */
    public record OperatorPart(
            List<Ref> tenants,
            String daemonVersion,
            String machineId,
            List<String> capabilities,
            String flag,
            @Nullable Instant flaggedAt) {}
}
