package dev.ibportal.portal.rollout.core;

import dev.ibportal.portal.rollout.core.Machine.Step;
import dev.ibportal.portal.rollout.core.NodeState.Busy;
import java.util.Optional;

/** What was last heard of that which a node is busy with. */
public sealed interface Seen {
    /** What the node does then; empty: it goes on as it is. */
    Optional<Step> step(Busy now);

    /** It goes on, or nothing was heard yet. */
    record Running() implements Seen {
        @Override
        public Optional<Step> step(Busy now) {
            return Optional.empty();
        }
    }

    /** @param reboot whether it takes effect only after a reboot */
    record Succeeded(boolean reboot) implements Seen {
        @Override
        public Optional<Step> step(Busy now) {
            return Optional.of(new Step(now.after(reboot), ""));
        }
    }

    /**
     * @param reason cause and what to do
     * @param works whether a driver is known to work there now
     */
    record Failed(String reason, boolean works) implements Seen {
        @Override
        public Optional<Step> step(Busy now) {
            return Optional.of(new Step(now.failed(works), reason));
        }
    }

    /**
     * Its time is over.
     *
     * @param reason with what was in the way, as far as that is known
     */
    record TimedOut(String reason) implements Seen {
        @Override
        public Optional<Step> step(Busy now) {
            return Optional.of(new Step(now.failed(false), reason));
        }
    }

    /** The node is not connected. */
    record Unreachable(String reason) implements Seen {
        @Override
        public Optional<Step> step(Busy now) {
            return Machine.silent(now, reason);
        }
    }
}
