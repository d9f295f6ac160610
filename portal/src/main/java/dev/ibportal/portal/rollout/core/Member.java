package dev.ibportal.portal.rollout.core;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;

/**
 * A node of a rollout as the planner sees it.
 *
 * @param since when it came into this state
 */
public record Member(UUID node, int wave, Set<String> groups, NodeState state, Instant since) {
    public Member {
        groups = Set.copyOf(groups);
    }
}
