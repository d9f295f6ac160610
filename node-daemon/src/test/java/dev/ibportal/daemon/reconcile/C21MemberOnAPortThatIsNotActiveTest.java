package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.simulated.PortState;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Case C-21, where a member's state is told: six port states, five different troubles. */
class C21MemberOnAPortThatIsNotActiveTest {
    private static final Duration OVERDUE = Duration.ofSeconds(20);

    private Bench bench;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001");
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001));
    }

    private InterfaceStatus with(int state, int physical, int lid, int smLid) {
        bench.port0.update(now -> new PortState(false, state, physical, lid, smLid, now.pkeys(), now.groups()));
        return Bench.only(bench.pass());
    }

    private InterfaceStatus overdue(int state, int physical, int lid, int smLid) {
        with(state, physical, lid, smLid);
        bench.clock.move(OVERDUE);
        return Bench.only(bench.pass());
    }

    @Test
    void activeIsNoFault() {
        assertThat(with(PortState.ACTIVE, PortState.LINK_UP, 12, 1).getState())
                .isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @ParameterizedTest
    @CsvSource({
        "2, 5, 0, 0, port.no-subnet-manager, no subnet manager has set up this port",
        "1, 2, 0, 0, port.down, no link: cable or peer",
        "1, 3, 0, 0, port.disabled, port switched off",
        "1, 5, 65535, 1, port.virtual, virtual port not activated by the subnet manager: check its GUID"
    })
    void eachOtherStateHasACauseOfItsOwn(int state, int physical, int lid, int smLid, String cause, String sentence) {
        InterfaceStatus status = overdue(state, physical, lid, smLid);

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getCause()).isEqualTo(cause);
        assertThat(status.getMessage()).contains(sentence);
    }

    @Test
    void theAnswersDifferAndOnlyOneIsTheCable() {
        Map<String, String> told = Map.of(
                "b", overdue(PortState.INIT, PortState.LINK_UP, 0, 0).getMessage(),
                "c", overdue(PortState.DOWN, PortState.POLLING, 0, 0).getMessage(),
                "d", overdue(PortState.DOWN, PortState.DISABLED, 0, 0).getMessage(),
                "e", overdue(PortState.DOWN, PortState.LINK_UP, 65535, 1).getMessage(),
                "f", with(PortState.ARMED, PortState.LINK_UP, 7, 1).getMessage());

        assertThat(new HashSet<>(told.values())).hasSize(5);
        assertThat(List.of(told.get("b"), told.get("d"), told.get("e"))).noneMatch(text -> text.contains("cable"));
        assertThat(told.get("d")).doesNotContain("subnet manager");
    }

    @Test
    void armedIsNoFaultForAMinute() {
        InterfaceStatus first = with(PortState.ARMED, PortState.LINK_UP, 7, 1);
        assertThat(first.getCause()).isEqualTo("port.armed");
        assertThat(first.getMessage()).contains("being brought up");
        bench.clock.move(Duration.ofSeconds(59));
        assertThat(Bench.only(bench.pass()).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_PENDING);

        bench.clock.move(Duration.ofSeconds(1));
        assertThat(Bench.only(bench.pass()).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
    }
}
