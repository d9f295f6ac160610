package dev.ibportal.portal.rollout.core;

import dev.ibportal.portal.rollout.core.NodeState.Busy;
import dev.ibportal.portal.rollout.core.NodeState.Skipped;
import dev.ibportal.portal.rollout.core.NodeState.Staging;
import java.util.Optional;

/** What a node does next, when something was heard of what it is busy with. */
public final class Machine {
    private Machine() {}

    /** @param reason why, in plain words; empty: as wanted */
    public record Step(NodeState to, String reason) {}

    /** Empty: it goes on as it is. */
    public static Optional<Step> next(Busy now, Seen seen) {
        return seen.step(now);
    }

    /** Away for a while is what a reboot is, and time limits say when it is too long: only what was not begun is skipped. */
    static Optional<Step> silent(Busy now, String reason) {
        return now instanceof Staging ? Optional.of(new Step(new Skipped(), reason)) : Optional.empty();
    }
}
