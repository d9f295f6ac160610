package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.simulated.MemoryFiles.Entry;
import dev.ibportal.daemon.inventory.Backend.Kind;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case C-15: the second and third run of one desired state touch nothing, also after a restart of the daemon. */
class C15ApplyingTwiceTest {
    @ParameterizedTest
    @EnumSource
    void threeRunsAndARestartChangeOnce(Kind keeper) throws IOException {
        Bench bench = Bench.keptBy(keeper);
        bench.effective(bench.port0, "0x8062");
        bench.accept(Items.present(
                "if-1", Bench.PORT_0, 0x8062, item -> item.setMtu(2044), "10.77.62.5/24", "fd00:77:62::5/64"));

        InterfaceStatus first = Bench.only(bench.pass());
        Map<String, Entry> files = bench.files.all();
        bench.host.clearCommandLog();
        InterfaceStatus second = Bench.only(bench.pass());
        bench.restart();
        InterfaceStatus third = Bench.only(bench.pass());

        assertThat(first.getState()).as(first.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(first.getChanged()).isTrue();
        assertThat(second.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(second.getChanged()).isFalse();
        assertThat(third.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(third.getChanged()).isFalse();
        assertThat(bench.host.changingCommands()).isEmpty();
        // The version grows with every write, so equal entries were not written again.
        assertThat(bench.files.all()).isEqualTo(files);
        assertThat(files.keySet().stream()
                        .filter(path -> path.startsWith("/etc/") && path.contains("ib0"))
                        .toList())
                .as("one profile, in the words of %s", keeper)
                .hasSize(
                        switch (keeper) {
                            case IFUPDOWN, NETWORK_MANAGER, NETPLAN_NETWORK_MANAGER, WICKED -> 1;
                            // With the parent's own file, once ours and once somebody's.
                            case IFCFG, IFCFG_NETWORK_MANAGER, BOOT_UNIT -> 2;
                            // Device, network, the parent's network and the drop-in that joins them.
                            case NETWORKD, NETPLAN_NETWORKD -> 4;
                        });
    }
}
