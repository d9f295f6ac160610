package dev.ibportal.portal.rollout;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A rollout.
 *
 * @param state planned, running, paused, halted, rolling-back, rolled-back, aborting, aborted, done
 * @param counts nodes by state
 * @param nextAt when something happens by itself, where a wave bakes or a window is closed
 */
public record RolloutView(
        UUID id,
        String name,
        String profile,
        String profileLabel,
        String selector,
        String hook,
        RulesJson rules,
        String state,
        Instant since,
        String reason,
        String createdBy,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        Map<String, Integer> counts,
        @Nullable Instant nextAt) {
    private static final int MINUTE = 60;

    /** What depends on the nodes of a rollout. */
    public record Blast(int nodes, int memberships, int partitions, int tenants, int ports) {}

    /**
     * A node's way.
     *
     * @param wasDrained whether it was drained by somebody else before
     */
    public record NodeLine(
            UUID id,
            String name,
            int wave,
            String state,
            String outcome,
            Instant since,
            String reason,
            int attempt,
            List<String> groups,
            boolean online,
            @Nullable Boolean wasDrained) {
        /** For the pages. */
        public boolean drainedBefore() {
            return Boolean.TRUE.equals(wasDrained);
        }
    }

    public record Line(
            long id, @Nullable UUID node, @Nullable String name, Instant at, String text) {}

    public int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    public int count(String one) {
        return counts.getOrDefault(one, 0);
    }

    public int failures() {
        return count("failed") + count("broken") + count("rolled-back") + count("going-back");
    }

    /** How long a wave is watched, in whole minutes. */
    public int bakeMinutes() {
        Integer seconds = rules.bakeSeconds();
        return seconds == null ? 0 : seconds / MINUTE;
    }

    public boolean is(String one) {
        return state.equals(one);
    }

    /** Whether nothing happens any more. */
    public boolean over() {
        return List.of("done", "aborted", "rolled-back").contains(state);
    }
}
