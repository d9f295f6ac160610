package dev.ibportal.portal.rollout.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Who is in which wave. The first is the canary; each takes as many as its size says of all nodes, the last one the rest.
 * Nodes of one redundancy group are spread over the waves as far as there are waves, so that a wave that goes wrong takes as
 * few of them as can be.
 */
public final class Waves {
    private Waves() {}

    /** @param groups redundancy groups it is in */
    public record Candidate(UUID node, Set<String> groups) {
        public Candidate {
            groups = Set.copyOf(groups);
        }
    }

    /**
     * @param sizes in the order of the waves; waves for which no node is left are left out
     * @return each node once, with its wave from 0, in the order in which they were given
     */
    public static Map<UUID, Integer> plan(List<Candidate> nodes, List<Amount> sizes) {
        int[] free = room(nodes.size(), sizes);
        List<Map<String, Integer>> held = new ArrayList<>();
        IntStream.range(0, free.length).forEach(wave -> held.add(new HashMap<>()));
        Map<UUID, Integer> waves = new LinkedHashMap<>();
        for (Candidate node : nodes) {
            int wave = best(node, free, held);
            free[wave]--;
            node.groups().forEach(group -> held.get(wave).merge(group, 1, Integer::sum));
            waves.put(node.node(), wave);
        }
        return waves;
    }

    private static int[] room(int all, List<Amount> sizes) {
        List<Integer> room = new ArrayList<>();
        int left = all;
        for (Amount size : sizes) {
            int here = Math.min(left, Math.max(size.of(all), 1));
            if (here > 0) {
                room.add(here);
                left -= here;
            }
        }
        if (left > 0) {
            room.add(left);
        }
        return room.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The first with room in which the fewest of its groups are; with no group, simply the first with room. */
    private static int best(Candidate node, int[] free, List<Map<String, Integer>> held) {
        int best = -1;
        int fewest = Integer.MAX_VALUE;
        for (int wave = 0; wave < free.length; wave++) {
            int shared = shared(node, held.get(wave));
            if (free[wave] > 0 && shared < fewest) {
                best = wave;
                fewest = shared;
            }
        }
        return best;
    }

    private static int shared(Candidate node, Map<String, Integer> held) {
        return node.groups().stream()
                .mapToInt(group -> held.getOrDefault(group, 0))
                .sum();
    }
}
