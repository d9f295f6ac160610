package dev.ibportal.portal.drivers.core;

import dev.ibportal.drivers.Catalogue;
import dev.ibportal.drivers.Decision;
import dev.ibportal.drivers.Profile;
import dev.ibportal.drivers.Verdict;
import dev.ibportal.drivers.Verdict.Answer;
import dev.ibportal.drivers.Verdict.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a profile works on nodes of one shape, as far as the portal knows them.
 *
 * @param whyNot all that speaks against it
 * @param open what nobody can say
 * @param nearest id of what works instead; null where it works, or where nothing is known to
 */
public record NodeVerdict(
        String profile,
        String label,
        Answer answer,
        List<Reason> whyNot,
        List<Reason> open,
        List<Reason> notes,
        @Nullable String nearest,
        @Nullable String nearestLabel) {
    private static final String NO_ADAPTER = "adapter.none";

    public NodeVerdict {
        whyNot = List.copyOf(whyNot);
        open = List.copyOf(open);
        notes = List.copyOf(notes);
    }

    public static NodeVerdict of(NodeFacts node, Profile profile, Catalogue catalogue) {
        if (!node.known()) {
            return of(
                    profile,
                    List.of(),
                    List.of(new Reason(
                            "node.silent",
                            "this node has not told anything of itself yet",
                            "start the daemon there, or wait until it is connected")),
                    List.of(),
                    Optional.empty());
        }
        Verdict verdict = Decision.of(node.shape(), profile);
        List<Reason> whyNot = new ArrayList<>(verdict.whyNot());
        List<Reason> open = new ArrayList<>(verdict.open());
        if (!node.adaptersKnown() && whyNot.removeIf(reason -> reason.code().equals(NO_ADAPTER))) {
            open.add(new Reason(
                    "adapter.not-told",
                    "this node has told of no adapter: without a driver it may not see one that is there",
                    "look at lspci there"));
        }
        Optional<Profile> nearest = verdict.answer() == Answer.WORKS || !node.adaptersKnown()
                ? Optional.empty()
                : Decision.nearest(node.shape(), profile, catalogue);
        return of(profile, whyNot, open, verdict.notes(), nearest);
    }

    private static NodeVerdict of(
            Profile profile, List<Reason> whyNot, List<Reason> open, List<Reason> notes, Optional<Profile> nearest) {
        Answer answer = !whyNot.isEmpty() ? Answer.REFUSED : open.isEmpty() ? Answer.WORKS : Answer.NOT_KNOWN;
        return new NodeVerdict(
                profile.id(),
                profile.label(),
                answer,
                whyNot,
                open,
                notes,
                nearest.map(Profile::id).orElse(null),
                nearest.map(Profile::label).orElse(null));
    }

    /** All that is to be read before somebody decides, the worst first. */
    public List<Reason> reasons() {
        List<Reason> all = new ArrayList<>(whyNot);
        all.addAll(open);
        all.addAll(notes);
        return all;
    }

    public boolean works() {
        return answer == Answer.WORKS;
    }

    public boolean refuses() {
        return answer == Answer.REFUSED;
    }
}
