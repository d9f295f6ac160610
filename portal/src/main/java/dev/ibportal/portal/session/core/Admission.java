package dev.ibportal.portal.session.core;

import dev.ibportal.agent.v1.GoodbyeReason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether a daemon that proved an identity may be that node now. */
public sealed interface Admission {
    /** It may; a session that the same machine has open is replaced. */
    record Welcome() implements Admission {}

    /**
     * It may not.
     *
     * @param flag what the node's page says of it; empty for nothing
     */
    record Refused(GoodbyeReason reason, String detail, String flag) implements Admission {}

    /**
     * What is known of the node.
     *
     * @param deadAt when an operator declared it dead; null: not, or enrolled anew since
     * @param machineId of the host that enrolled; null: not known yet
     */
    record Known(
            String name,
            @Nullable Instant retiredAt,
            @Nullable Instant deadAt,
            @Nullable String machineId) {}

    static Admission decide(Known node, String machineId, String address) {
        if (node.retiredAt() != null) {
            return new Refused(
                    GoodbyeReason.GOODBYE_REASON_RETIRED,
                    "node " + node.name() + " was retired at " + node.retiredAt(),
                    "");
        }
        if (node.deadAt() != null) {
            return new Refused(
                    GoodbyeReason.GOODBYE_REASON_RETIRED,
                    "node " + node.name() + " was declared dead at " + node.deadAt()
                            + "; enrol it anew with a new token",
                    "its daemon came back after the node was declared dead, from " + address);
        }
        if (machineId.isBlank()) {
            return new Refused(
                    GoodbyeReason.GOODBYE_REASON_IDENTITY_IN_USE,
                    "the daemon sent no machine id (/etc/machine-id of its host)",
                    "a daemon without machine id tried to be this node, from " + address);
        }
        if (node.machineId() != null && !node.machineId().equals(machineId)) {
            return otherMachine(node, machineId, address);
        }
        return new Welcome();
    }

    private static Refused otherMachine(Known node, String machineId, String address) {
        return new Refused(
                GoodbyeReason.GOODBYE_REASON_IDENTITY_IN_USE,
                "node " + node.name() + " is the machine with id " + node.machineId() + ", this one has " + machineId
                        + ": a copied certificate or disk? Enrol this host as a node of its own, or again as "
                        + node.name() + " with a new token",
                "another machine (id " + machineId + ", from " + address
                        + ") used this node's identity and was refused; this node is the machine with id "
                        + node.machineId());
    }
}
