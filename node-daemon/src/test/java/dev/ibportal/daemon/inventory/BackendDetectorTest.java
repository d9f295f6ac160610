package dev.ibportal.daemon.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackendDetectorTest {
    private static final String PROFILES = "/etc/NetworkManager/system-connections";

    private final MemoryFiles files = new MemoryFiles();

    private Backend detect(boolean networkManagerRuns) {
        SimulatedHost.Builder host = SimulatedHost.named("node1").files(files);
        return new BackendDetector((networkManagerRuns ? host.networkManager() : host)
                        .build()
                        .host())
                .detect();
    }

    private void file(String path, String content) throws IOException {
        files.write(path, content, FileMode.WORLD_READABLE);
    }

    @Test
    void ifupdownKeepsAPlainDebian() throws IOException {
        file("/etc/network/interfaces", "auto lo\n");

        assertThat(detect(false)).isEqualTo(new Backend.Supported(Backend.Kind.IFUPDOWN));
    }

    @Test
    void aRunningNetworkManagerWinsUnlessIfupdownHasTheInfinibandInterfaces() throws IOException {
        files.makeDirectory(PROFILES);
        file("/etc/network/interfaces", "auto lo\niface lo inet loopback\n");
        assertThat(detect(true)).isEqualTo(new Backend.Supported(Backend.Kind.NETWORK_MANAGER));

        file("/etc/network/interfaces", "auto ib0\niface ib0 inet manual\n");
        assertThat(detect(true)).isEqualTo(new Backend.Supported(Backend.Kind.IFUPDOWN));
    }

    @Test
    void aNetworkManagerThatDoesNotRunKeepsNothing() throws IOException {
        files.makeDirectory(PROFILES);

        assertThat(detect(false))
                .isInstanceOfSatisfying(
                        Backend.Unsupported.class,
                        unsupported -> assertThat(unsupported.reason()).contains("NetworkManager", "does not run"));
    }

    @ParameterizedTest
    @CsvSource({
        "/etc/netplan/50-cloud-init.yaml, netplan",
        "/etc/systemd/network/10-ib0.network, systemd-networkd",
        "/etc/sysconfig/network/ifcfg-ib0, wicked",
        "/etc/sysconfig/network-scripts/ifcfg-ib0, ifcfg"
    })
    void otherKeepersAreNamed(String path, String name) throws IOException {
        file(path, "x\n");

        assertThat(detect(false))
                .isInstanceOfSatisfying(
                        Backend.Unsupported.class,
                        unsupported -> assertThat(unsupported.reason()).contains(name));
    }

    @Test
    void netplanWinsOverIfupdownsFile() throws IOException {
        file("/etc/network/interfaces", "auto lo\n");
        file("/etc/netplan/01.yaml", "network:\n  version: 2\n");

        assertThat(detect(false)).isInstanceOf(Backend.Unsupported.class);
    }
}
