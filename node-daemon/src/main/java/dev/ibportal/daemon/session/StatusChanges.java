package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.NodeStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides what of a pass's result the portal of this session does not know yet. */
final class StatusChanges {
    /** Tag and length in front of an embedded message, at most. */
    private static final int FRAMING = 10;

    private final Map<String, InterfaceStatus> told = new HashMap<>();
    private long generation = -1;
    private boolean completeWanted = true;

    /** The next status is sent whole, whether or not something changed. */
    void wantComplete() {
        completeWanted = true;
    }

    /** What to send of this status: all, the changed interfaces, or nothing. */
    Optional<NodeStatus> of(NodeStatus status) {
        if (completeWanted || status.getObservedGeneration() != generation) {
            completeWanted = false;
            generation = status.getObservedGeneration();
            told.clear();
            status.getInterfacesList().forEach(item -> told.put(item.getInterfaceId(), timeless(item)));
            return Optional.of(status.toBuilder().setComplete(true).build());
        }
        NodeStatus.Builder changed = status.toBuilder().clearInterfaces().setComplete(false);
        for (InterfaceStatus item : status.getInterfacesList()) {
            InterfaceStatus timeless = timeless(item);
            if (!timeless.equals(told.put(item.getInterfaceId(), timeless))) {
                changed.addInterfaces(item);
            }
        }
        return changed.getInterfacesCount() == 0 ? Optional.empty() : Optional.of(changed.build());
    }

    private static InterfaceStatus timeless(InterfaceStatus item) {
        return item.toBuilder().clearObservedAt().clearChanged().build();
    }

    /** Cuts a status that is too large into several that are not complete. */
    static List<NodeStatus> parts(NodeStatus status, int limit) {
        if (status.getSerializedSize() <= limit) {
            return List.of(status);
        }
        List<NodeStatus> parts = new ArrayList<>();
        NodeStatus head =
                status.toBuilder().clearInterfaces().setComplete(false).build();
        NodeStatus.Builder part = head.toBuilder();
        int size = head.getSerializedSize();
        for (InterfaceStatus item : status.getInterfacesList()) {
            int more = item.getSerializedSize() + FRAMING;
            if (size + more > limit && part.getInterfacesCount() > 0) {
                parts.add(part.build());
                part = head.toBuilder();
                size = head.getSerializedSize();
            }
            part.addInterfaces(item);
            size += more;
        }
        parts.add(part.build());
        return parts;
    }
}
