package dev.ibportal.portal.reconcile.sm;

import java.time.Instant;
import java.util.OptionalLong;

/** How things stand between the portal and a subnet manager. */
public sealed interface Contact {
    /** Nobody to talk to. */
    record None() implements Contact {}

    /**
     * @param generation of the configuration that the manager is known to have; empty: none
     * @param underWay generation that was handed over and has found no answer yet; 0: none
     * @param unanswered since when the oldest request has waited for an answer; {@link Instant#MAX}: none waits
     */
    record Present(OptionalLong generation, long underWay, Instant unanswered) implements Contact {
        public boolean isWaiting() {
            return !unanswered.equals(Instant.MAX);
        }
    }
}
