package dev.ibportal.portal.node;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A port's own interface as an operator wants it, and what was seen of it. Public for the templates.
 *
 * @param port GUID of the port
 * @param managed whether the portal looks after it; if not, nothing else in here means anything
 * @param leaving whether it is being left to the host again
 */
public record PortInterfaceView(
        UUID portId,
        String port,
        boolean managed,
        boolean leaving,
        String mode,
        @Nullable Integer mtu,
        List<String> addresses,
        @Nullable Integer transmitQueueLength,
        @Nullable Integer channels,
        String profile,
        int version,
        @Nullable Seen seen) {

    /** What became of it. */
    public record Seen(
            String state,
            Instant since,
            String cause,
            String reason,
            @Nullable Instant seenAt,
            String name,
            @Nullable String mode,
            @Nullable Integer mtu,
            List<String> addresses) {}

    static PortInterfaceView unmanaged(UUID portId, String port) {
        return new PortInterfaceView(
                portId, port, false, false, "datagram", null, List.of(), null, null, "none", 0, null);
    }
}
