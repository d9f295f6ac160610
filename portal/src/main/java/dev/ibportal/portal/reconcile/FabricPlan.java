package dev.ibportal.portal.reconcile;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.portal.reconcile.PartitionLifeSql.Moved;
import dev.ibportal.portal.reconcile.sm.Contact;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import dev.ibportal.types.Guid;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done for a fabric now.
 *
 * @param target null: the fabric has no subnet manager
 * @param nodeName of the target
 * @param unfit why its daemon cannot drive this fabric, whatever it is told; empty: it can
 * @param built null: nobody is there to be told
 * @param moved partitions whose state has changed in passing
 * @param nextExpiry when the next PKey comes out of quarantine; null: none is in it
 */
record FabricPlan(
        @Nullable SmTarget target,
        String nodeName,
        String unfit,
        Contact contact,
        @Nullable Built built,
        List<Moved> moved,
        @Nullable Instant nextExpiry) {
    FabricPlan {
        moved = List.copyOf(moved);
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
