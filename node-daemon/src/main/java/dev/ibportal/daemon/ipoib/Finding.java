package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.ObservedInterface;
import dev.ibportal.agent.v1.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What reading back found for one item.
 *
 * @param cause the first broken link's; else the first unknown one's; empty when all is as wanted
 * @param doubtsOwnWork whether a link is broken that our own steps should have put right: then they are taken back
 * @param provenAbsent rows of the absence ledger whose absence was read back
 * @param notes what else a person should know
 */
record Finding(
        List<LinkStatus> links,
        Optional<Cause> cause,
        boolean doubtsOwnWork,
        ObservedInterface observed,
        Set<Long> provenAbsent,
        List<String> notes) {
    Finding {
        links = List.copyOf(links);
        provenAbsent = Set.copyOf(provenAbsent);
        notes = List.copyOf(notes);
    }

    /** Collects the chain in its order. */
    static final class Builder {
        private final List<LinkStatus> links = new ArrayList<>();
        private final Set<Long> proven = new LinkedHashSet<>();
        private final List<String> notes = new ArrayList<>();
        private Optional<Cause> broken = Optional.empty();
        private Optional<Cause> unknown = Optional.empty();
        private boolean doubtful;
        private ObservedInterface observed = ObservedInterface.getDefaultInstance();

        Builder ok(ChainLink link, String wanted, String found) {
            return add(link, Verdict.VERDICT_OK, wanted, found);
        }

        Builder broken(ChainLink link, String wanted, String found, Cause cause) {
            broken = broken.or(() -> Optional.of(cause));
            return add(link, Verdict.VERDICT_BROKEN, wanted, found);
        }

        /** A broken link that our own steps should have put right. */
        Builder ownWorkBroken(ChainLink link, String wanted, String found, Cause cause) {
            doubtful = true;
            return broken(link, wanted, found, cause);
        }

        Builder unknown(ChainLink link, String wanted, String what) {
            unknown = unknown.or(() -> Optional.of(Cause.unreadable(what)));
            return add(link, Verdict.VERDICT_UNKNOWN, wanted, "");
        }

        /** The whole chain hangs on this; it outweighs whatever single links say. */
        Builder because(Cause cause) {
            if (cause.kind() == Cause.Kind.UNKNOWN) {
                unknown = Optional.of(cause);
            } else {
                broken = Optional.of(cause);
            }
            return this;
        }

        Builder proven(long ledgerId) {
            proven.add(ledgerId);
            return this;
        }

        Builder note(String note) {
            notes.add(note);
            return this;
        }

        Builder observed(ObservedInterface seen) {
            observed = seen;
            return this;
        }

        private Builder add(ChainLink link, Verdict verdict, String wanted, String found) {
            links.add(LinkStatus.newBuilder()
                    .setLink(link)
                    .setVerdict(verdict)
                    .setWanted(wanted)
                    .setFound(found)
                    .build());
            return this;
        }

        Finding build() {
            return new Finding(links, broken.or(() -> unknown), doubtful, observed, proven, notes);
        }
    }
}
