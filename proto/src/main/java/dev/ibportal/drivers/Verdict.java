package dev.ibportal.drivers;

import java.util.List;

/**
 * Whether a profile works on a node.
 *
 * @param whyNot everything that speaks against it
 * @param open what the catalogue does not know, so that nobody can say
 * @param notes what has to be seen to where it works
 */
public record Verdict(Profile profile, List<Reason> whyNot, List<Reason> open, List<Reason> notes) {
    public Verdict {
        whyNot = List.copyOf(whyNot);
        open = List.copyOf(open);
        notes = List.copyOf(notes);
    }

    /**
     * @param code stable, for programs
     * @param text what is so
     * @param instead what to do about it; empty: nothing can be done on this node
     */
    public record Reason(String code, String text, String instead) {}

    public enum Answer {
        WORKS,
        REFUSED,
        NOT_KNOWN
    }

    public Answer answer() {
        if (!whyNot.isEmpty()) {
            return Answer.REFUSED;
        }
        return open.isEmpty() ? Answer.WORKS : Answer.NOT_KNOWN;
    }
}
