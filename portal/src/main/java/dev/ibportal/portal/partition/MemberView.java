package dev.ibportal.portal.partition;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A member with its chain of truth: what is wanted, what the fabric says, what the node says, each with its own time.
 *
 * @param index0 whether its key is at index 0 of the port's table, and its addresses on the port's own interface
 * @param mode own one; absent: follows the partition
 * @param mtu own one; absent: follows the partition
 * @param fabric what was read from the port's PKey table
 * @param node whose interface it is, with what was last heard of it
 */
public record MemberView(
        UUID id,
        Ref partition,
        String pkey,
        String membership,
        boolean index0,
        @Nullable String mode,
        @Nullable Integer mtu,
        String effectiveMode,
        int effectiveMtu,
        Port port,
        Node node,
        Fabric fabric,
        @JsonProperty("interface") Interface iface,
        List<Address> addresses,
        @Nullable Instant removedAt,
        Instant createdAt,
        int version) {

    public record Port(UUID id, String guid) {}

    public record Node(
            UUID id,
            String name,
            String state,
            String reason,
            @Nullable Instant lastSeenAt) {}

    /**
     * The fabric's side.
     *
     * @param found membership in the port's table, or none; absent: never read
     */
    public record Fabric(
            String state,
            Instant since,
            String reason,
            @Nullable Instant seenAt,
            @Nullable String found) {}

    /**
     * The host's side.
     *
     * @param links the chain on the node in order, each with its verdict, as JSON
     */
    public record Interface(
            UUID id,
            String state,
            Instant since,
            String cause,
            String reason,
            @Nullable Instant seenAt,
            String name,
            @Nullable String mode,
            @Nullable Integer mtu,
            @Nullable Boolean carrier,
            List<String> addresses,

            @Schema(implementation = Object[].class) @JsonRawValue
            String links) {}

    /** @param state {@code in-use} or {@code releasing} */
    public record Address(UUID id, String ip, String cidr, String state) {}
}
