package dev.ibportal.portal.capacity;

import dev.ibportal.portal.platform.web.Ref;
import java.util.Comparator;
import java.util.List;

/**
 * Whether a new tenant fits.
 *
 * @param fits whether all that is known allows it
 * @param limits each thing that it needs, the scarcest first
 * @param unknown nodes of whose PKey tables nothing was read, and which might do
 */
public record WhatIf(Ref fabric, int nodes, int partitions, boolean fits, List<Limit> limits, int unknown) {
    /**
     * @param kind {@code pkeys}: free keys; {@code nodes}: nodes with a port that has an entry left for each partition
     */
    public record Limit(String kind, int needed, int there) {
        public boolean isEnough() {
            return there >= needed;
        }

        /** How many times over. */
        double share() {
            return needed == 0 ? Double.MAX_VALUE : (double) there / needed;
        }
    }

    static WhatIf of(Ref fabric, int nodes, int partitions, int freeKeys, CapacitySql.Fit fit) {
        List<Limit> limits =
                List.of(new Limit("pkeys", partitions, freeKeys), new Limit("nodes", nodes, fit.nodes())).stream()
                        .sorted(Comparator.comparingDouble(Limit::share))
                        .toList();
        return new WhatIf(fabric, nodes, partitions, limits.stream().allMatch(Limit::isEnough), limits, fit.unknown());
    }
}
