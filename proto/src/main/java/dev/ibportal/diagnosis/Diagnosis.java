package dev.ibportal.diagnosis;

import java.util.List;
import java.util.Optional;

/**
 * What came of walking the chain.
 *
 * @param links in the order of the chain; after the first broken one they only say what follows
 * @param primary the first broken link; at most one
 * @param consequences fail too, and would hold again with the primary cause mended
 * @param besides are broken or fail on their own, and would stay so
 * @param passes whether packets get through, as far as anybody tried
 */
public record Diagnosis(
        Verdict verdict,
        List<LinkResult> links,
        Optional<LinkResult.Broken> primary,
        List<LinkResult> consequences,
        List<LinkResult> besides,
        Optional<Boolean> passes) {
    public enum Verdict {
        /** Nothing is broken, everything that this rests on could be told, and the peer, where one was named, answers. */
        SOUND,
        /** Packets pass, but something is broken that will matter. */
        AT_RISK,
        BROKEN,
        /** Nothing is broken: the two are limited members of a partition whose full members are others. */
        NOT_MEANT,
        /** Something fails and why cannot be told here, or what matters could not be looked at. */
        CANNOT_BE_TOLD
    }

    /** What could not be told, for people who want to look themselves. */
    public List<LinkResult> untold() {
        return links.stream().filter(LinkResult.Unknown.class::isInstance).toList();
    }
}
