package dev.ibportal.portal.topology;

import dev.ibportal.portal.topology.core.PortCount;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Error counters of a fabric's ports, as far as the reader may see the ports.
 *
 * @param seenAt when they were last read; null: never
 * @param comparedWith when they were read before that, which is what rates are of; null: they were not
 * @param whole whether every port was asked then
 * @param ports in the order that was asked for; without one those with errors first
 * @param cut whether there are more
 */
public record CountersView(
        UUID fabric,
        String name,
        @Nullable Instant seenAt,
        @Nullable Instant comparedWith,
        boolean whole,
        int withErrors,
        int rising,
        List<PortCount> ports,
        boolean cut) {
    public CountersView {
        ports = List.copyOf(ports);
    }
}
