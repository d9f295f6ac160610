package dev.ibportal.daemon.ipoib;

import java.util.List;

/** What a pass will do about one item, decided before anything is touched. */
public sealed interface Plan {
    /** @param steps in order; empty when the host is as wanted */
    record Change(List<Step> steps) implements Plan {
        public Change {
            steps = List.copyOf(steps);
        }
    }

    /** Nothing is done about this item. */
    record Refused(Cause cause) implements Plan {}
}
