package dev.ibportal.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a check of the whole log has found.
 *
 * @param unsealed events that were too young to have a number
 * @param head the last block, as an anchor writes it
 * @param dropped months that are gone and whose going was told of in the log
 * @param faults how many findings there were; only the first ones are kept
 * @param anchors heads written down outside the database with which it was compared
 */
public record LogReport(
        long events,
        long blocks,
        long unsealed,
        @Nullable String head,
        List<Dropped> dropped,
        long faults,
        List<Finding> findings,
        long anchors) {
    public record Dropped(String month, long events) {}

    public boolean whole() {
        return faults == 0;
    }
}
