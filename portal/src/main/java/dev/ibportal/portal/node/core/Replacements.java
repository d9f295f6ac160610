package dev.ibportal.portal.node.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Finds cards that were swapped: a port that is in use went away, and a new one of the same model stands in its place.
 * Only ever a proposal: two cards can be swapped for other reasons than that one died.
 */
public final class Replacements {
    private Replacements() {}

    /**
     * A port of a node as it was seen last.
     *
     * @param present whether the node reports it now
     * @param model type of the card; empty: never known
     * @param ordinal place among the node's ports of that model
     * @param members live memberships
     */
    public record KnownPort(
            UUID id,
            String guid,
            UUID fabric,
            boolean present,
            String model,
            int ordinal,
            int members,
            boolean replaced,
            Instant since) {}

    /** That the second stands in the first one's place. */
    public record Proposal(KnownPort old, KnownPort fresh) {}

    /** @param ports of one node */
    public static List<Proposal> among(List<KnownPort> ports) {
        List<Proposal> proposals = new ArrayList<>();
        for (KnownPort old : ports) {
            List<KnownPort> candidates =
                    ports.stream().filter(fresh -> fits(old, fresh)).toList();
            if (candidates.size() == 1) {
                proposals.add(new Proposal(old, candidates.get(0)));
            }
        }
        return proposals;
    }

    private static boolean fits(KnownPort old, KnownPort fresh) {
        boolean gone = !old.present()
                && !old.replaced()
                && old.members() > 0
                && !old.model().isEmpty();
        return gone
                && fresh.present()
                && fresh.members() == 0
                && fresh.fabric().equals(old.fabric())
                && fresh.model().equals(old.model())
                && fresh.ordinal() == old.ordinal()
                && fresh.since().isAfter(old.since());
    }
}
