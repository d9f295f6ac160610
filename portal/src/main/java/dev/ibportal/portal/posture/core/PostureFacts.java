package dev.ibportal.portal.posture.core;

import dev.ibportal.agent.v1.FabricSurvey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one fabric.
 *
 * @param defaultMembership what is wanted of the default partition: full or limited
 * @param keys what the subnet manager's host says of its keys
 * @param managersAt when the subnet managers were heard; null: never
 * @param allowed GUIDs of ports whose nodes may run a subnet manager, with the nodes' names
 * @param topologyAt when the whole fabric was seen; null: never
 * @param elsewhere GUIDs that were seen or registered on other fabrics, with these fabrics' names
 */
public record PostureFacts(
        String fabric,
        String defaultMembership,
        List<Key> keys,
        List<Port> ports,
        FabricSurvey managers,
        @Nullable Instant managersAt,
        Map<String, String> allowed,
        FabricSurvey topology,
        @Nullable Instant topologyAt,
        Map<String, Set<String>> elsewhere) {
    public PostureFacts {
        keys = List.copyOf(keys);
        ports = List.copyOf(ports);
        allowed = Map.copyOf(allowed);
        elsewhere = Map.copyOf(elsewhere);
    }

    /** @param state set, default or unknown */
    public record Key(String name, String state, Instant seenAt) {}

    /**
     * A registered port.
     *
     * @param manager whether its node may run a subnet manager
     * @param pkeys its table; null: not known
     */
    public record Port(
            String guid,
            String node,
            boolean manager,
            @Nullable Instant seenAt,
            @Nullable List<Integer> pkeys) {}
}
