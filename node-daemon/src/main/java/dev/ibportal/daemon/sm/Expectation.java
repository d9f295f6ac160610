package dev.ibportal.daemon.sm;

import dev.ibportal.types.PKey;
import java.util.Collection;
import java.util.Map;

/**
 * What a port's table should show of the partitions that the portal speaks of; others in the table are not its business.
 *
 * @param entries the 16-bit entry of each partition, or {@link #NO_ENTRY}
 */
record Expectation(Map<PKey, Integer> entries) {
    static final int NO_ENTRY = 0;
    static final Expectation NONE = new Expectation(Map.of());

    Expectation {
        entries = Map.copyOf(entries);
    }

    boolean isMetBy(Collection<Integer> table) {
        return entries.entrySet().stream().allMatch(wanted -> {
            PKey pkey = wanted.getKey();
            return shows(table, pkey.full(), wanted.getValue()) && shows(table, pkey.limited(), wanted.getValue());
        });
    }

    private static boolean shows(Collection<Integer> table, int entry, int wanted) {
        return table.contains(entry) == (entry == wanted);
    }
}
