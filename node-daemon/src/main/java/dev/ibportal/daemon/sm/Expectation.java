package dev.ibportal.daemon.sm;

import dev.ibportal.types.PKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a port's table should show of the partitions that the portal speaks of; others in the table are not its business.
 *
 * @param entries the 16-bit entry of each partition, or {@link #NO_ENTRY}
 * @param first the partition whose entry should be at index 0
 */
record Expectation(Map<PKey, Integer> entries, Optional<PKey> first) {
    static final int NO_ENTRY = 0;
    static final Expectation NONE = new Expectation(Map.of(), Optional.empty());

    Expectation {
        entries = Map.copyOf(entries);
    }

    boolean isMetBy(List<Integer> table) {
        return isFirst(table)
                && entries.entrySet().stream().allMatch(wanted -> {
                    PKey pkey = wanted.getKey();
                    return shows(table, pkey.full(), wanted.getValue())
                            && shows(table, pkey.limited(), wanted.getValue());
                });
    }

    private boolean isFirst(List<Integer> table) {
        return first.isEmpty()
                || (!table.isEmpty()
                        && (table.get(0) == first.get().full()
                                || table.get(0) == first.get().limited()));
    }

    private static boolean shows(Collection<Integer> table, int entry, int wanted) {
        return table.contains(entry) == (entry == wanted);
    }
}
