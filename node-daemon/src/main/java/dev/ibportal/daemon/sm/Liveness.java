package dev.ibportal.daemon.sm;

import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmMastery;

/**
 * Whether a subnet manager runs.
 *
 * @param detail plain words: what was looked at and found
 * @param mastery whether it rules the fabric or stands by
 * @param master port GUID of the one that rules; empty: nobody answered
 */
record Liveness(SmLiveness state, String detail, SmMastery mastery, String master) {
    /** Of one whose standing is not known. */
    Liveness(SmLiveness state, String detail) {
        this(state, detail, SmMastery.SM_MASTERY_UNKNOWN, "");
    }

    /** Whether people have to be told although no port has changed. */
    boolean isNewsAfter(Liveness told) {
        return state != told.state || mastery != told.mastery || !master.equals(told.master);
    }
}
