package dev.ibportal.daemon.survey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.PortCounters;
import org.junit.jupiter.api.Test;

/** On what the real tools print of a simulated fabric of two hosts and a switch, after errors were set there. */
class ErrorCountersTest {
    private static final String REAL = """
            Errors for "host2"
               GUID 0x2c90300001011 port 1: [SymbolErrorCounter == 5]
            Errors for 0x2c90200000100 "leaf"
               GUID 0x2c90200000100 port ALL: [LinkDownedCounter == 3] [PortRcvConstraintErrors == 7]
               GUID 0x2c90200000100 port 2: [LinkDownedCounter == 3] [PortRcvConstraintErrors == 7]

            ## Summary: 3 nodes checked, 2 bad nodes found
            ##          6 ports checked, 2 ports have errors beyond threshold
            ## Thresholds:\s
            ## Suppressed:
            """;

    @Test
    void namesThePortsWithErrorsAndHowManyNodesWereAsked() {
        assertThat(ErrorCounters.parse(REAL)).hasValueSatisfying(result -> {
            assertThat(result.nodes()).isEqualTo(3);
            assertThat(result.ports())
                    .containsExactly(
                            PortCounters.newBuilder()
                                    .setGuid("0x0002c90300001011")
                                    .setPort(1)
                                    .setSymbolErrors(5)
                                    .build(),
                            PortCounters.newBuilder()
                                    .setGuid("0x0002c90200000100")
                                    .setPort(2)
                                    .setLinkDowned(3)
                                    .setConstraintErrors(7)
                                    .build());
        });
    }

    @Test
    void aReportThatWasCutIsNone() {
        int summary = REAL.indexOf("## Summary");
        for (int end = 0; end <= summary; end++) {
            assertThat(ErrorCounters.parse(REAL.substring(0, end))).isEmpty();
        }
    }

    @Test
    void violationsAreInPortInfo() {
        assertThat(ErrorCounters.pkeyViolations(
                        "MkeyViolations:..................9\nPkeyViolations:..................12\n"))
                .hasValue(12);
        assertThat(ErrorCounters.pkeyViolations("smpquery: iberror: failed")).isEmpty();
    }
}
