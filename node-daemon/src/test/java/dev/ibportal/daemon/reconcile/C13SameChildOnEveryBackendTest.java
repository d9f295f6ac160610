package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Case C-13, for the two back-ends that this version writes for. */
class C13SameChildOnEveryBackendTest {
    private static final int LOW_BITS = 0x000a;

    @Test
    void onIfupdownTheChildIsIb0Dot800a() throws IOException {
        Bench bench = Bench.ifupdown();

        InterfaceStatus status = applied(bench);

        assertThat(status.getObserved().getPersistedInList()).hasSize(1);
        String stanza = bench.files
                .entry(status.getObserved().getPersistedIn(0))
                .orElseThrow()
                .content();
        assertThat(stanza).containsSubsequence("iface ib0.800a inet static", "pkey 0x800a", "address 10.77.60.5/24");
    }

    @Test
    void onNetworkManagerTheChildIsIb0Dot800a() throws IOException {
        Bench bench = Bench.networkManager();

        InterfaceStatus status = applied(bench);

        var file = bench.files
                .entry("/etc/NetworkManager/system-connections/ibportal-ib0.800a.nmconnection")
                .orElseThrow();
        assertThat(status.getObserved().getPersistedInList())
                .containsExactly("/etc/NetworkManager/system-connections/ibportal-ib0.800a.nmconnection");
        assertThat(file.mode()).isEqualTo(FileMode.OWNER_ONLY);
        assertThat(file.content().lines()).contains("p-key=32778", "parent=ib0", "interface-name=ib0.800a");
    }

    private static InterfaceStatus applied(Bench bench) {
        bench.effective(bench.port0, "0x800a");

        InterfaceStatus status =
                Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, LOW_BITS, "10.77.60.5/24")));

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getObserved().getName()).isEqualTo("ib0.800a");
        assertThat(status.getObserved().getAddressesList()).containsExactly("10.77.60.5/24");
        assertThat(bench.host.host().sysfs().list("class/net").found().orElseThrow())
                .containsExactly("ib0", "ib0.800a", "ib1");
        return status;
    }
}
