package dev.ibportal.daemon.diagnose.filter;

import java.util.function.Function;

/** @param text as people read it */
record Rule(Function<Packet, Match> match, Verdict verdict, String text) {
    sealed interface Verdict {
        record Accept() implements Verdict {}

        record Drop() implements Verdict {}

        /** @param comes whether the walk comes back when the chain says nothing */
        record To(String chain, boolean comes) implements Verdict {}

        record Return() implements Verdict {}

        /** Counts, logs, marks. */
        record None() implements Verdict {}
    }
}
