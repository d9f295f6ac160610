package dev.ibportal.daemon.sm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import org.junit.jupiter.api.Test;

class ComplaintTest {
    private static final Command ASK = Command.of("smpquery", "-G", "pkeys", "0x0002c90300001011");

    @Test
    void theReasonIsTakenFromStandardOutputAndTheTraceIsNot() {
        CommandResult result = CommandResult.exited(
                ASK,
                255,
                "/usr/sbin/smpquery: iberror: failed: can't resolve destination port 0x0002c90300001011\n",
                "ibwarn: [11131] ib_path_query_via: sa call path_query failed\n");

        assertThat(Complaint.of(result))
                .isEqualTo("«smpquery -G pkeys 0x0002c90300001011» ended with status 255:"
                        + " can't resolve destination port 0x0002c90300001011");
    }

    @Test
    void withoutOneTheFirstLineOfStandardErrorCounts() {
        CommandResult result = CommandResult.exited(ASK, 1, "", "can't open UMAD port\n");

        assertThat(Complaint.of(result)).endsWith("ended with status 1: can't open UMAD port");
    }
}
