package dev.ibportal.portal.rollout.core;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a rollout goes.
 *
 * @param waves sizes, the canary first
 * @param bake how long a wave is watched before the next one begins
 * @param maxUnavailable nodes away from their work at once
 * @param failureBudget failures with which it still goes on
 * @param window when nodes may be taken from their work; null: always
 * @param limits after which time a step has failed, by the code of its state
 */
public record Rules(
        List<Amount> waves,
        Duration bake,
        Amount maxUnavailable,
        Amount failureBudget,
        @Nullable Window window,
        Map<String, Duration> limits) {
    private static final Duration USUAL = Duration.ofMinutes(15);

    public Rules {
        waves = List.copyOf(waves);
        limits = Map.copyOf(limits);
    }

    public Duration limit(NodeState state) {
        return limits.getOrDefault(state.code(), USUAL);
    }

    public Optional<Window> when() {
        return Optional.ofNullable(window);
    }
}
