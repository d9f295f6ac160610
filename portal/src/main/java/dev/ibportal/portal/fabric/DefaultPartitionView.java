package dev.ibportal.portal.fabric;

import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What making all ports limited in the default partition takes from whom. Limited members reach full ones only: the host
 * of the subnet manager and switches.
 *
 * @param membership the present one
 * @param losers ports that are full members now, with what uses that
 * @param notKnown ports whose tables were never read: what they lose is not known
 * @param staysFull ports of the subnet manager's host, which is full in any case
 * @param limitedAlready ports whose tables show a limited member
 * @param digest of all this; the change is made for it and refused when it is something else by then
 */
public record DefaultPartitionView(
        UUID fabric,
        String name,
        String membership,
        List<Port> losers,
        List<Port> notKnown,
        List<Port> staysFull,
        int limitedAlready,
        String digest) {

    /**
     * A port of a node.
     *
     * @param uses interfaces in the default partition with their addresses, as the node reported them last
     * @param tableSeenAt null: never
     * @param nodeSeenAt when the node last reported its interfaces; null: never, so that uses are not known
     */
    public record Port(
            Ref node,
            String guid,
            List<String> uses,
            @Nullable Instant tableSeenAt,
            @Nullable Instant nodeSeenAt) {}

    boolean touchesAnybody() {
        return !losers.isEmpty() || !notKnown.isEmpty();
    }
}
