package dev.ibportal.portal.topology.core;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What comes first in a list of counters; within it by name, leaf2 before leaf10. */
public enum CountersOrder {
    ERRORS,
    RATE,
    NAME;

    /** As requests name them. */
    public static final List<String> NAMES =
            Stream.of(values()).map(CountersOrder::text).toList();

    private static final Comparator<PortCount> BY_NAME = Comparator.comparing(PortCount::name, Names.BY_NUMBER)
            .thenComparing(PortCount::guid)
            .thenComparingInt(PortCount::port);

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param text one of {@link #NAMES} */
    public static CountersOrder of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    public Comparator<PortCount> comparator() {
        return switch (this) {
            case ERRORS -> Comparator.comparing(PortCount::hasErrors).reversed().thenComparing(BY_NAME);
            case RATE ->
                Comparator.comparingDouble(PortCount::fastest).reversed().thenComparing(BY_NAME);
            case NAME -> BY_NAME;
        };
    }
}
