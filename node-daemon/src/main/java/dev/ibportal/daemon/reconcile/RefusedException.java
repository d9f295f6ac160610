package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.agent.v1.SpecRefusalReason;

/** A spec that is refused as a whole. */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    private final SpecRefusalReason reason;

    RefusedException(SpecRefusalReason reason, String detail) {
        super(detail);
        this.reason = reason;
    }

    SpecRefusal refusal(long generation) {
        return SpecRefusal.newBuilder()
                .setGeneration(generation)
                .setReason(reason)
                .setDetail(String.valueOf(getMessage()))
                .build();
    }
}
