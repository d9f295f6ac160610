package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A fault of the daemon's own is no secret of its log. */
class FailedPassTest {
    @Test
    void aPassThatFailsSaysSoAndTheNextOneIsAPassAgain() throws IOException {
        Bench bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001");
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001, "10.0.0.1/24"));
        bench.host
                .faults()
                .fail(
                        command -> {
                            throw new IllegalStateException("nobody thought of this");
                        },
                        1,
                        "");

        InterfaceStatus status = Bench.only(bench.pass());

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getCause()).isEqualTo("pass.failed");
        assertThat(status.getMessage()).contains("nobody thought of this");
        assertThat(status.getObserved().getName()).as("what was seen last").isEqualTo("ib0.8001");
        assertThat(status.getProvenAbsentList()).isEmpty();
        bench.host.faults().clear();
        assertThat(Bench.only(bench.pass()).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }
}
