package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A host without a battery begins in 1970, and time servers set clocks back: nothing waits for as long as that. */
class ClockThatJumpsTest {
    private Bench bench;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8005");
    }

    private InterfaceStatus apply() {
        return Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24")));
    }

    @Test
    void anAttemptThatFailedIsTriedAgainAlthoughTheClockWasSetBack() {
        bench.host.faults().fail(command -> command.toString().endsWith("up"), 2, "busy");
        assertThat(apply().getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        bench.host.faults().clear();

        bench.clock.move(Duration.ofHours(-5));

        assertThat(Bench.only(bench.pass()).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void whatKeepsComingBackIsRepairedAlthoughTheClockWasSetBack() {
        assertThat(apply().getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        for (int i = 0; i < 4; i++) {
            bench.host.byHand("ip", "addr", "del", "10.0.0.1/24", "dev", "ib0.8005");
            bench.pass();
        }
        bench.host.byHand("ip", "addr", "del", "10.0.0.1/24", "dev", "ib0.8005");
        assertThat(Bench.only(bench.pass()).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_DRIFTED);

        bench.clock.move(Duration.ofDays(-400));

        assertThat(Bench.only(bench.pass()).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void waitingForTheFabricIsOverdueAfterAWhileByWhateverClock() throws IOException {
        Bench without = Bench.ifupdown();
        assertThat(Bench.only(without.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24")))
                        .getState())
                .isEqualTo(InterfaceState.INTERFACE_STATE_PENDING);
        without.clock.move(Duration.ofHours(-5));
        without.pass();
        without.clock.move(Duration.ofMinutes(2));

        assertThat(Bench.only(without.pass()).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
    }
}
