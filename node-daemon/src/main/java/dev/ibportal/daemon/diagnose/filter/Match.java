package dev.ibportal.daemon.diagnose.filter;

/** Whether a rule concerns a packet. What is not understood may concern it. */
enum Match {
    YES,
    NO,
    MAYBE;

    static Match of(boolean yes) {
        return yes ? YES : NO;
    }

    Match and(Match other) {
        if (this == NO || other == NO) {
            return NO;
        }
        return this == MAYBE || other == MAYBE ? MAYBE : YES;
    }

    Match or(Match other) {
        if (this == YES || other == YES) {
            return YES;
        }
        return this == MAYBE || other == MAYBE ? MAYBE : NO;
    }

    Match not() {
        return this == YES ? NO : this == NO ? YES : MAYBE;
    }
}
