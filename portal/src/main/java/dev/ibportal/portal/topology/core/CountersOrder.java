package dev.ibportal.portal.topology.core;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What comes first in a list of counters; within it by name, leaf2 before leaf10. */
public enum CountersOrder {
    ERRORS(Comparator.comparing(PortCount::hasErrors).reversed()),
    RATE(Comparator.comparingDouble(PortCount::fastest).reversed()),
    NAME((one, other) -> 0);

    /** As requests name them. */
    public static final List<String> NAMES =
            Stream.of(values()).map(CountersOrder::text).toList();

    private static final Comparator<PortCount> BY_NAME = Comparator.comparing(PortCount::name, Names.BY_NUMBER)
            .thenComparing(PortCount::guid)
            .thenComparingInt(PortCount::port);

    private final Comparator<PortCount> first;

    CountersOrder(Comparator<PortCount> first) {
        this.first = first;
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param text one of {@link #NAMES} */
    public static CountersOrder of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    public Comparator<PortCount> comparator() {
        return first.thenComparing(BY_NAME);
    }
}
