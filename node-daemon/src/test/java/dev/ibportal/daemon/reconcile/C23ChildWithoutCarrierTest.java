package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.Verdict;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Case C-23: the parent is fine, the child has no carrier, and the port's own PKey table says why. */
class C23ChildWithoutCarrierTest {
    private Bench bench;

    @BeforeEach
    void hostWithAnActivePort() throws IOException {
        bench = Bench.ifupdown();
    }

    private InterfaceStatus child(Integer... table) {
        bench.port0.update(
                port -> port.active(12, 1).withPkeys(List.of(table)).withGroups(Map.of(PKey.DEFAULT, IbMtu.MTU_2048)));
        InterfaceStatus status = Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8091, "10.0.0.1/24")));
        assertThat(status.getObserved().getCarrier()).isFalse();
        assertThat(status.getMessage().toLowerCase(java.util.Locale.ROOT)).doesNotContain("cable", "driver");
        return status;
    }

    private static LinkStatus table(InterfaceStatus status) {
        return status.getLinksList().stream()
                .filter(link -> link.getLink() == ChainLink.CHAIN_LINK_PKEY_IN_TABLE)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theKeyIsNotInTheTable() {
        InterfaceStatus status = child(0xffff, 0, 0);

        assertThat(status.getCause()).isEqualTo("pkey.not-in-table");
        assertThat(status.getMessage())
                .contains("PKey 0x8091 is not in the port's table: the subnet manager has not made this port a member");
    }

    @Test
    void theKeyIsThereLimited() {
        InterfaceStatus status = child(0xffff, 0x0091);

        assertThat(table(status).getVerdict()).isEqualTo(Verdict.VERDICT_OK);
        assertThat(table(status).getFound()).contains("limited");
        assertThat(status.getObserved().getFullMember()).isFalse();
        assertThat(status.getMessage()).doesNotContain("missing", "is not in");
    }

    @Test
    void theKeyIsThereFull() {
        InterfaceStatus status = child(0xffff, 0x8091);

        assertThat(table(status).getFound()).contains("full");
        assertThat(status.getCause()).isEqualTo("carrier.no-broadcast-group");
        assertThat(status.getMessage()).contains("joining the broadcast group failed");
    }
}
