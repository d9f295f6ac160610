package dev.ibportal.portal.reconcile;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.portal.reconcile.PartitionLifeSql.Moved;
import dev.ibportal.portal.reconcile.sm.Contact;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import dev.ibportal.types.Guid;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done for a fabric now.
 *
 * @param hosts all that may rule it, the one named first at the front; empty: the fabric has no subnet manager
 * @param built null: nobody is there to be told
 * @param moved partitions whose state has changed in passing
 * @param nextExpiry when the next PKey comes out of quarantine; null: none is in it
 * @param takenOver when another host's subnet manager began to rule; null: that never happened
 */
record FabricPlan(
        List<Host> hosts,
        @Nullable Built built,
        List<Moved> moved,
        @Nullable Instant nextExpiry,
        @Nullable Instant takenOver) {
    FabricPlan {
        hosts = List.copyOf(hosts);
        moved = List.copyOf(moved);
    }

    /** The host that reads ports: whose subnet manager rules; else the first that is there. */
    Optional<Host> reader() {
        return hosts.stream()
                .filter(host -> host.master() && host.isAble())
                .findFirst()
                .or(() -> hosts.stream().filter(Host::isAble).findFirst());
    }

    /**
     * One host with a subnet manager.
     *
     * @param master whether its subnet manager was seen to rule last
     * @param unfit why its daemon cannot drive this fabric, whatever it is told; empty: it can
     */
    record Host(SmTarget target, String name, boolean master, String unfit, Contact contact) {
        boolean isAble() {
            return unfit.isEmpty() && contact instanceof Contact.Present;
        }
    }

    /**
     * The newest configuration.
     *
     * @param document numbered, ready to be handed over
     * @param unsettled ports whose tables are not known to show what is wanted
     * @param all ports that the document speaks of
     */
    record Built(SmDocument document, Set<Guid> unsettled, Set<Guid> all) {
        Built {
            unsettled = Set.copyOf(unsettled);
            all = Set.copyOf(all);
        }
    }
}
