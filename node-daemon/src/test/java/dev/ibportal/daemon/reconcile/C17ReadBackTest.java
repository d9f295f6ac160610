package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.Verdict;
import dev.ibportal.daemon.host.Command;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Case C-17: the address command says 0, and something else is there afterwards. */
class C17ReadBackTest {
    private static boolean addsAddress(Command command) {
        return command.toString().startsWith("ip addr add 10.77.81.4/24");
    }

    private Bench bench;

    @BeforeEach
    void hostWithTwoPorts() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8081").effective(bench.port1, "0x8081");
        bench.host.byHand("ip", "link", "add", "link", "ib1", "name", "ib1.8081", "type", "ipoib", "pkey", "0x8081");
    }

    @Test
    void noAddressAtAll() {
        bench.host.faults().lie(C17ReadBackTest::addsAddress);

        assertThat(failed()).contains("10.77.81.4/24 on ib0.8081", "no address");
    }

    @Test
    void theAddressOnAnotherInterface() {
        bench.host
                .faults()
                .twist(
                        C17ReadBackTest::addsAddress,
                        c -> Command.of("ip", "addr", "add", "10.77.81.4/24", "dev", "ib1.8081"));

        assertThat(failed()).contains("10.77.81.4/24 on ib0.8081", "on ib1.8081");
    }

    @Test
    void anotherPrefixLength() {
        bench.host
                .faults()
                .twist(
                        C17ReadBackTest::addsAddress,
                        c -> Command.of("ip", "addr", "add", "10.77.81.4/32", "dev", "ib0.8081"));

        assertThat(failed()).contains("10.77.81.4/24 on ib0.8081", "10.77.81.4/32");
    }

    private String failed() {
        InterfaceStatus status = Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8081, "10.77.81.4/24")));

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getCause()).isEqualTo("address.mismatch");
        assertThat(status.getLinksList())
                .filteredOn(link -> link.getLink() == ChainLink.CHAIN_LINK_ADDRESS)
                .extracting(LinkStatus::getVerdict)
                .containsExactly(Verdict.VERDICT_BROKEN);
        return status.getMessage();
    }
}
