package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.inventory.Backend.Kind;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case C-14 (a): an ifcfg file that is taken for InfiniBand. */
class C14IfcfgTest {
    @ParameterizedTest
    @EnumSource(names = {"IFCFG", "IFCFG_NETWORK_MANAGER"})
    void theFileIsInfinibandAndNotKeptFromNetworkManager(Kind kind) throws IOException {
        Bench bench = Bench.keptBy(kind);
        if (kind == Kind.IFCFG_NETWORK_MANAGER) {
            bench.with("/etc/sysconfig/network-scripts/ifcfg-ib1", "DEVICE=ib1\nTYPE=InfiniBand\n");
        }
        bench.effective(bench.port1, "0x8061");

        var status = Bench.only(bench.apply(Items.present("if-1", Bench.PORT_1, 0x8061, "10.77.61.5/24")));

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        var file = bench.files
                .entry("/etc/sysconfig/network-scripts/ifcfg-ib1.8061")
                .orElseThrow();
        assertThat(file.mode()).isEqualTo(FileMode.WORLD_READABLE);
        assertThat(file.content().lines()).contains("TYPE=InfiniBand", "IPADDR=10.77.61.5", "PREFIX=24");
        assertThat(file.content()).doesNotContain("NM_CONTROLLED", "HWADDR");
    }
}
