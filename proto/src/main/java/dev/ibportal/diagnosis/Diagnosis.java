package dev.ibportal.diagnosis;

import java.util.List;
import java.util.Optional;

/**
 * What came of walking the chain.
 *
 * @param links in the order of the chain; after the first broken one they only say what follows
 * @param primary the first broken link; at most one
 * @param consequences fail too, and would hold again with the primary cause mended
 * @param besides are broken on their own, and would stay so
 */
public record Diagnosis(
        Verdict verdict,
        List<LinkResult> links,
        Optional<LinkResult.Broken> primary,
        List<LinkResult> consequences,
        List<LinkResult.Broken> besides) {
    public enum Verdict {
        /** Every link that could be told holds, and the peer, where one was named, answers. */
        SOUND,
        BROKEN,
        /** Something fails, but why cannot be told here. */
        CANNOT_BE_TOLD
    }

    /** What could not be told, for people who want to look themselves. */
    public List<LinkResult> untold() {
        return links.stream().filter(LinkResult.Unknown.class::isInstance).toList();
    }
}
