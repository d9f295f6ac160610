package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.types.Guid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which ports do not show yet what they should, and what has been told of them. A port leaves when its own table says
 * so; nothing else counts.
 */
final class Settling {
    private static final Duration FIRST_WAIT = Duration.ofMillis(20);
    private static final Duration LAST_WAIT = Duration.ofSeconds(1);

    /** Long enough for most sweeps; then people are told what is there so far. */
    private static final Duration INTERIM = Duration.ofSeconds(2);

    private final Map<Guid, Expectation> waiting = new HashMap<>();
    private final Map<Guid, PortTable> told = new HashMap<>();
    private Instant interim = Instant.MAX;
    private Instant deadline = Instant.MIN;
    private Duration wait = FIRST_WAIT;

    /** Ports to watch from now on, beside those that are waited for already. */
    void begin(Set<Guid> ports, Map<Guid, Expectation> expectations, Instant now, Duration limit) {
        Set<Guid> all = new LinkedHashSet<>(waiting.keySet());
        all.addAll(ports);
        waiting.clear();
        all.forEach(port -> waiting.put(port, expectations.getOrDefault(port, Expectation.NONE)));
        ports.forEach(told::remove);
        interim = now.plus(INTERIM);
        deadline = now.plus(limit);
        wait = FIRST_WAIT;
    }

    Set<Guid> ports() {
        return Set.copyOf(waiting.keySet());
    }

    boolean isDone() {
        return waiting.isEmpty();
    }

    /** Takes what was read; what is returned is to be told now. */
    List<PortTable> took(Map<Guid, PortTable> tables, Instant now) {
        boolean tellAll = !now.isBefore(interim) || !now.isBefore(deadline);
        if (tellAll) {
            interim = now.plus(INTERIM);
        }
        List<PortTable> news = new ArrayList<>();
        tables.forEach((port, table) -> {
            Expectation wanted = waiting.get(port);
            boolean settled = wanted != null && table.getKnown() && wanted.isMetBy(table.getPkeysList());
            if (settled) {
                waiting.remove(port);
            }
            if (settled || (tellAll && !table.equals(told.get(port)))) {
                told.put(port, table);
                news.add(table);
            }
        });
        return news;
    }

    /** Whether these ports are beyond what a sweep explains, so that looking often is of no use. */
    boolean isOverdue(Instant now) {
        return !now.isBefore(deadline);
    }

    /** How long to wait before looking again: longer each time. */
    Duration nextWait() {
        Duration next = wait;
        Duration doubled = wait.multipliedBy(2);
        wait = doubled.compareTo(LAST_WAIT) > 0 ? LAST_WAIT : doubled;
        return next;
    }
}
