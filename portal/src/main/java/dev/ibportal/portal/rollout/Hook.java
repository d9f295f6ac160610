package dev.ibportal.portal.rollout;

import dev.ibportal.portal.rollout.core.Seen;

/**
 * Moves the work of a node away, and lets it come back. Both are asked again and again until they are done, also by another
 * portal: what is done already is left as it is.
 */
interface Hook {
    /** Whether it is drained, asked before this rollout drains it: then it stays drained afterwards. */
    default boolean isDrained(String node) {
        return false;
    }

    Progress drain(String node);

    Progress giveBack(String node);

    /** How far it is. */
    sealed interface Progress {
        Seen seen();

        record Done() implements Progress {
            @Override
            public Seen seen() {
                return new Seen.Succeeded(false);
            }
        }

        /** @param blocker what is in the way; empty: not known */
        record Going(String blocker) implements Progress {
            @Override
            public Seen seen() {
                return new Seen.Running();
            }
        }

        record Failed(String reason) implements Progress {
            @Override
            public Seen seen() {
                return new Seen.Failed(reason, true);
            }
        }
    }
}
