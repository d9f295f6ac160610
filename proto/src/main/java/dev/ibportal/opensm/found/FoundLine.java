package dev.ibportal.opensm.found;

import java.util.List;

/**
 * One line of the file, and what becomes of it.
 *
 * @param number from 1
 * @param text as it was written
 */
public record FoundLine(int number, String text, Verdict verdict, List<Doubt.Reason> reasons) {
    public FoundLine {
        reasons = List.copyOf(reasons);
    }

    /** In order of gravity. */
    public enum Verdict {
        /** Comment, blank, or the default partition's rule as it is written here too. */
        NOTHING,
        TAKEN,
        DOUBTFUL,
        REFUSED
    }
}
