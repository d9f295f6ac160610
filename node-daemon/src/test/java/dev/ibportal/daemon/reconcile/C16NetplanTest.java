package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Case C-16, answer B: netplan cannot say "child with a PKey", so nothing is touched. */
class C16NetplanTest {
    private static final String SITE = "network:\n  version: 2\n  ethernets:\n    eth0:\n      dhcp4: true\n";

    @Test
    void aNetplanHostIsRefusedBeforeAnyChange() throws IOException {
        Bench bench = Bench.bare();
        bench.files.write("/etc/netplan/10-site.yaml", SITE, FileMode.OWNER_ONLY);
        bench.effective(bench.port0, "0x8071");
        String before = bench.picture();
        bench.host.clearCommandLog();

        InterfaceStatus status = Bench.only(
                bench.apply(Items.present("if-1", Bench.PORT_0, 0x8071, item -> item.setMtu(2044), "10.77.71.9/24")));

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getCause()).isEqualTo("backend.unsupported");
        assertThat(status.getMessage()).contains("netplan cannot keep IPoIB child interfaces");
        assertThat(bench.host.changingCommands()).isEmpty();
        assertThat(bench.picture()).isEqualTo(before);
        bench.host.reboot();
        assertThat(bench.files.entry("/etc/netplan/10-site.yaml").orElseThrow().content())
                .isEqualTo(SITE);
    }

    @Test
    void netplanThatOnlyHandsOverToNetworkManagerIsNoObstacle() throws IOException {
        Bench bench = Bench.networkManager();
        bench.files.write(
                "/etc/netplan/01-network-manager-all.yaml",
                "network:\n  version: 2\n  renderer: NetworkManager\n",
                FileMode.OWNER_ONLY);
        bench.effective(bench.port0, "0x8071");

        InterfaceStatus status = Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8071, "10.77.71.9/24")));

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }
}
