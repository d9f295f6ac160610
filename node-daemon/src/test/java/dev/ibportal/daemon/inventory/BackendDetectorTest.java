package dev.ibportal.daemon.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.simulated.MemoryFiles;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.inventory.Backend.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BackendDetectorTest {
    private static final String PROFILES = "/etc/NetworkManager/system-connections";
    private static final String NETPLAN = "/etc/netplan/50-site.yaml";

    private final MemoryFiles files = new MemoryFiles();
    private final SimulatedHost.Builder host = SimulatedHost.named("node1").files(files);

    private Backend detect() {
        return new BackendDetector(host.build().host()).detect().host();
    }

    private static Backend supported(Kind kind) {
        return new Backend.Supported(kind);
    }

    private void file(String path, String content) throws IOException {
        files.write(path, content, FileMode.WORLD_READABLE);
    }

    private void assertUnsupported(String... facts) {
        assertThat(detect())
                .isInstanceOfSatisfying(
                        Backend.Unsupported.class,
                        unsupported -> assertThat(unsupported.reason()).contains(facts));
    }

    @Test
    void ifupdownKeepsAPlainDebian() throws IOException {
        file("/etc/network/interfaces", "auto lo\n");

        assertThat(detect()).isEqualTo(supported(Kind.IFUPDOWN));
    }

    @Test
    void aRunningNetworkManagerWinsUnlessIfupdownHasTheInfinibandInterfaces() throws IOException {
        host.networkManager();
        files.makeDirectory(PROFILES);
        file("/etc/network/interfaces", "auto lo\niface lo inet loopback\n");
        assertThat(detect()).isEqualTo(supported(Kind.NETWORK_MANAGER));

        file("/etc/network/interfaces", "auto ib0\niface ib0 inet manual\n");
        assertThat(detect()).isEqualTo(supported(Kind.IFUPDOWN));
    }

    @Test
    void aNetworkManagerThatDoesNotRunKeepsNothing() {
        files.makeDirectory(PROFILES);
        files.makeDirectory("/run/systemd/system");

        assertUnsupported("NetworkManager", "does not run");
    }

    @ParameterizedTest
    @CsvSource({
        "/etc/sysconfig/network/ifcfg-ib0, WICKED",
        "/etc/sysconfig/network-scripts/ifcfg-ib0, IFCFG",
        "/run/systemd/system/anything, BOOT_UNIT"
    })
    void whoeverHasFilesKeepsThem(String path, Kind kind) throws IOException {
        file(path, "x\n");

        assertThat(detect()).isEqualTo(supported(kind));
    }

    @Test
    void networkdKeepsItsHostUnlessIfupdownHasMoreThanLoopback() throws IOException {
        host.networkd(252);
        file("/etc/network/interfaces", "auto lo\niface lo inet loopback\n");
        assertThat(detect()).isEqualTo(supported(Kind.NETWORKD));

        file("/etc/network/interfaces", "auto lo\niface lo inet loopback\niface eth0 inet dhcp\n");
        assertThat(detect()).isEqualTo(supported(Kind.IFUPDOWN));
    }

    @Test
    void networkdThatDoesNotRunIsNamed() throws IOException {
        file("/etc/systemd/network/10-ib0.network", "[Match]\nName=ib0\n");

        assertUnsupported("systemd-networkd", "/etc/systemd/network");
    }

    @Test
    void beforeTwoHundredAndFiftyOurUnitDoesWhatNetworkdCannot() throws IOException {
        host.networkd(249);
        files.makeDirectory("/run/systemd/system");
        assertThat(detect()).isEqualTo(supported(Kind.BOOT_UNIT));

        file(NETPLAN, "network:\n  version: 2\n");
        assertThat(detect()).isEqualTo(supported(Kind.BOOT_UNIT));
    }

    @Test
    void netplanRendersForNetworkdUnlessItSaysOtherwise() throws IOException {
        host.networkd(255).networkManager();
        files.makeDirectory(PROFILES);
        file("/etc/network/interfaces", "auto lo\niface eth0 inet dhcp\n");
        file(NETPLAN, "network:\n  version: 2\n");
        assertThat(detect()).isEqualTo(supported(Kind.NETPLAN_NETWORKD));

        file("/etc/netplan/99-desktop.yaml", "# site\nnetwork:\n  renderer: NetworkManager\n  version: 2\n");
        assertThat(detect()).isEqualTo(supported(Kind.NETPLAN_NETWORK_MANAGER));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "network:\n  ethernets:\n    ib0:\n      renderer: NetworkManager\n",
                "network: {version: 2, ethernets: {ib0: {renderer: NetworkManager}}}\n",
                "network:\n  renderer: sd-networkd\n"
            })
    void aNetplanOfSeveralRenderersIsNotGuessedAt(String text) throws IOException {
        host.networkd(255).networkManager();
        files.makeDirectory(PROFILES);
        file(NETPLAN, text);

        assertUnsupported("netplan cannot keep IPoIB child interfaces", "/etc/netplan");
    }

    @Test
    void ourOwnNetplanFileIsNoSite() throws IOException {
        host.networkManager();
        files.makeDirectory(PROFILES);
        file("/etc/netplan/90-ibportal-ib0.8005.yaml", "# ibportal: made by ibnoded, whatever\nnetwork:\n");

        assertThat(detect()).isEqualTo(supported(Kind.NETWORK_MANAGER));
    }

    @Test
    void netplanWithoutARendererThatCanIsRefused() throws IOException {
        file("/etc/network/interfaces", "auto lo\n");
        file(NETPLAN, "network:\n  version: 2\n");

        assertUnsupported("netplan cannot keep IPoIB child interfaces", "networkctl");
    }

    @Test
    void aHostWithoutAnythingIsRefused() {
        assertUnsupported("no network configuration");
    }

    @Test
    void theVersionIsAskedOnce() {
        SimulatedHost one = host.networkd(252).build();
        BackendDetector detector = new BackendDetector(one.host());

        assertThat(List.of(detector.detect(), detector.detect()))
                .extracting(Keepers::host)
                .containsOnly(supported(Kind.NETWORKD));
        assertThat(one.commandLog()).containsExactly(BackendDetector.NETWORKD_VERSION);
    }
}
