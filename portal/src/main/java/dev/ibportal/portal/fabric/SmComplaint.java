package dev.ibportal.portal.fabric;

import java.util.List;
import java.util.Map;

/**
 * A line of the subnet manager's own log, and what it means for partitions.
 *
 * @param cause stable code, for programs
 * @param line as it was written
 */
public record SmComplaint(String cause, String line) {
    /** What OpenSM 3.3.23 writes when something about partitions goes wrong; the first that a line holds counts. */
    private static final List<Map.Entry<String, String>> CAUSES = List.of(
            Map.entry("retrying with default config", "fabric-open"),
            Map.entry("PARSE ERROR", "file-refused"),
            Map.entry("ERR 0512", "table-full"),
            Map.entry("ERR 1B19", "no-multicast-lid"),
            Map.entry("ERR 1B26", "group-impossible"),
            Map.entry("ERR 3119", "port-refused"));

    static SmComplaint of(String line) {
        return new SmComplaint(
                CAUSES.stream()
                        .filter(cause -> line.contains(cause.getKey()))
                        .findFirst()
                        .map(Map.Entry::getValue)
                        .orElse("other"),
                line);
    }
}
