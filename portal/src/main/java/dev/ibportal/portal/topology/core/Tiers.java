package dev.ibportal.portal.topology.core;

import dev.ibportal.portal.topology.core.Topology.SwitchNode;
import dev.ibportal.portal.topology.core.Topology.Trunk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many cables a switch is away from the nearest one with hosts. In a fat tree those are its levels; in any other
 * network still the order in which it can be read.
 */
final class Tiers {
    private final List<List<SwitchNode>> tiers = new ArrayList<>();

    private Tiers() {}

    static Tiers of(Topology topology) {
        Map<String, Set<String>> beside = new HashMap<>();
        for (Trunk trunk : topology.trunks()) {
            beside.computeIfAbsent(trunk.from(), guid -> new HashSet<>()).add(trunk.to());
            beside.computeIfAbsent(trunk.to(), guid -> new HashSet<>()).add(trunk.from());
        }
        Map<String, Integer> away = new HashMap<>();
        Deque<String> next = new ArrayDeque<>();
        topology.switches().stream().filter(SwitchNode::isLeaf).forEach(leaf -> {
            away.put(leaf.guid(), 0);
            next.add(leaf.guid());
        });
        while (!next.isEmpty()) {
            String here = next.remove();
            for (String other : beside.getOrDefault(here, Set.of())) {
                if (away.putIfAbsent(other, away.getOrDefault(here, 0) + 1) == null) {
                    next.add(other);
                }
            }
        }
        Tiers all = new Tiers();
        for (SwitchNode one : topology.switches()) {
            int tier = away.getOrDefault(one.guid(), 1);
            while (all.tiers.size() <= tier) {
                all.tiers.add(new ArrayList<>());
            }
            all.tiers.get(tier).add(one);
        }
        return all;
    }

    /** Whether a cable joins two switches of the uppermost row. */
    boolean joinsUppermost(List<Trunk> trunks) {
        Set<String> uppermost = new HashSet<>();
        (above().isEmpty() ? leaves() : above().get(0)).forEach(one -> uppermost.add(one.guid()));
        return trunks.stream().anyMatch(trunk -> uppermost.contains(trunk.from()) && uppermost.contains(trunk.to()));
    }

    /** Those with hosts. */
    List<SwitchNode> leaves() {
        return tiers.isEmpty() ? List.of() : tiers.get(0);
    }

    /** The others, the furthest from hosts first. */
    List<List<SwitchNode>> above() {
        List<List<SwitchNode>> above = new ArrayList<>();
        for (int i = tiers.size() - 1; i > 0; i--) {
            if (!tiers.get(i).isEmpty()) {
                above.add(tiers.get(i));
            }
        }
        return above;
    }
}
