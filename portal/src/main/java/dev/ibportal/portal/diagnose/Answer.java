package dev.ibportal.portal.diagnose;

import dev.ibportal.agent.v1.RawOutput;
import dev.ibportal.diagnosis.Facts;
import java.util.List;

/** What was learnt of one end, and what the programs printed from which it was read. */
record Answer(Facts facts, List<RawOutput> raw) {
    static final Answer NONE = known(Facts.NONE);

    static Answer known(Facts facts) {
        return new Answer(facts, List.of());
    }
}
