package dev.ibportal.daemon.sm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A port's PKey table as {@code smpquery pkeys} prints it.
 *
 * @param entries 16-bit values in table order without trailing zeros
 * @param capacity size of the table
 */
record PKeyTable(List<Integer> entries, int capacity) {
    private static final Pattern ROW = Pattern.compile("\\s*(\\d+):((?: 0x[0-9a-fA-F]{4})+)\\s*");
    private static final Pattern CAPACITY = Pattern.compile("(\\d+) pkeys capacity for this port\\s*");

    PKeyTable {
        entries = List.copyOf(entries);
    }

    /** Empty unless it is a whole table: rows without a gap, then the capacity that they fill. */
    static Optional<PKeyTable> parse(String output) {
        List<Integer> entries = new ArrayList<>();
        for (String line : output.lines().toList()) {
            Matcher row = ROW.matcher(line);
            Matcher end = CAPACITY.matcher(line);
            if (end.matches()) {
                int capacity = Integer.parseInt(end.group(1));
                return entries.size() < capacity ? Optional.empty() : Optional.of(trimmed(entries, capacity));
            }
            if (row.matches() && Integer.parseInt(row.group(1)) == entries.size()) {
                for (String value : row.group(2).strip().split(" ")) {
                    entries.add(Integer.decode(value));
                }
            } else if (!line.isBlank()) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static PKeyTable trimmed(List<Integer> entries, int capacity) {
        int used = capacity;
        while (used > 0 && entries.get(used - 1) == 0) {
            used--;
        }
        return new PKeyTable(entries.subList(0, used), capacity);
    }
}
