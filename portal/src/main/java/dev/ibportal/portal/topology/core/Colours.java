package dev.ibportal.portal.topology.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Which group each host belongs to, and how it is painted: colour and pattern, so that nobody needs to see colours.
 *
 * @param groups with their counts, by name
 */
public record Colours(List<Group> groups, Map<String, Group> byName) {
    private static final int COLOURS = 8;
    private static final int PATTERNS = 3;

    public Colours {
        groups = List.copyOf(groups);
        byName = Map.copyOf(byName);
    }

    /** @param colour 1 to 8; 0 for groups that found none left */
    public record Group(String name, int hosts, int colour, int pattern) {}

    public static final Colours NONE = new Colours(List.of(), Map.of());

    /** @param group name of a host's group; empty: it has none */
    public static Colours of(List<Topology.Host> hosts, Function<Topology.Host, String> group) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Topology.Host host : hosts) {
            String name = group.apply(host);
            if (!name.isEmpty()) {
                counts.merge(name, 1, Integer::sum);
            }
        }
        // By name, so that a group keeps its colour while its hosts come and go.
        List<Map.Entry<String, Integer>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Map.Entry.comparingByKey());
        List<Group> groups = new ArrayList<>();
        Map<String, Group> byName = new LinkedHashMap<>();
        for (Map.Entry<String, Integer> each : sorted) {
            int place = groups.size();
            boolean paint = place < COLOURS * PATTERNS;
            Group made = new Group(
                    each.getKey(), each.getValue(), paint ? place % COLOURS + 1 : 0, paint ? place / COLOURS : 0);
            groups.add(made);
            byName.put(made.name(), made);
        }
        return new Colours(groups, byName);
    }
}
