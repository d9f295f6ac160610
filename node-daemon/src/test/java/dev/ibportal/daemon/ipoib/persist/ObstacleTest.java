package dev.ibportal.daemon.ipoib.persist;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.inventory.Backend.Kind;
import dev.ibportal.daemon.inventory.Keepers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Other people's files that are in the way of ours are named, before anything is changed, and left alone. */
class ObstacleTest {
    private static final Profile CHILD = Profiles.named("bare");

    private final Map<String, String> foreign = new TreeMap<>();

    private Optional<String> obstacle(Kind kind) {
        return Writer.of(kind).obstacle(CHILD, view());
    }

    private PersistedView view() {
        return new PersistedView(Map.of(), foreign, Optional.empty());
    }

    private Backend keeper(Backend host, boolean networkManager, Backend networkd) {
        return new Claims(new Keepers(host, networkManager, networkd), view()).keeper(CHILD.parent(), CHILD.name());
    }

    private static Backend supported(Kind kind) {
        return new Backend.Supported(kind);
    }

    @Test
    void interfacesThatDoesNotReadTheDirectoryIsAnObstacle() {
        foreign.put("/etc/network/interfaces", "auto lo\n");
        assertThat(obstacle(Kind.IFUPDOWN).orElseThrow())
                .contains("/etc/network/interfaces", "source /etc/network/interfaces.d/*");

        for (String line : new String[] {
            "source /etc/network/interfaces.d/*", "source-directory /etc/network/interfaces.d", "source interfaces.d/*"
        }) {
            foreign.put("/etc/network/interfaces", line + "\n");
            assertThat(obstacle(Kind.IFUPDOWN)).as(line).isEmpty();
        }
    }

    @Test
    void aForeignStanza() {
        foreign.put("/etc/network/interfaces", "source /etc/network/interfaces.d/*\niface ib0.8005 inet manual\n");

        assertThat(obstacle(Kind.IFUPDOWN).orElseThrow()).contains("/etc/network/interfaces", "ib0.8005", "not ours");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "interface-name=ib0.8005",
                "p-key=32773\nparent=ib0",
                "p-key=5\nparent=ib0",
                "p-key=0x8005\nparent=ib0"
            })
    void aForeignProfile(String lines) {
        foreign.put("/etc/NetworkManager/system-connections/by-hand.nmconnection", "[infiniband]\n" + lines + "\n");

        assertThat(obstacle(Kind.NETWORK_MANAGER).orElseThrow()).contains("by-hand.nmconnection", "not ours");
        assertThat(obstacle(Kind.NETPLAN_NETWORK_MANAGER).orElseThrow()).contains("by-hand.nmconnection");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "IFCFG|/etc/sysconfig/network-scripts/ifcfg-ib0.8005|ONBOOT=no",
                "IFCFG_NETWORK_MANAGER|/etc/sysconfig/network-scripts/ifcfg-storage|DEVICE=\"ib0.8005\"",
                "WICKED|/etc/sysconfig/network/ifcfg-ib0.8005|STARTMODE='off'",
                "NETWORKD|/etc/systemd/network/10-mine.netdev|Name=ib0.8005",
                "NETPLAN_NETWORKD|/etc/netplan/10-site.yaml|    ib0.8005:",
                "NETPLAN_NETWORK_MANAGER|/etc/netplan/10-site.yaml|    ib0.8005: {id: 5}"
            })
    void aForeignFileForTheSameInterface(Kind kind, String path, String line) {
        foreign.put(path, line + "\n");

        assertThat(obstacle(kind).orElseThrow()).contains(path, "ib0.8005");
    }

    @ParameterizedTest
    @CsvSource({
        "/etc/systemd/network/01-all.network, Name=ib*, true",
        "/etc/systemd/network/01-all.network, Name=!eth*, true",
        "/etc/systemd/network/01-all.network, Type=infiniband, true",
        "/etc/systemd/network/01-all.network, Driver=mlx5_core, true",
        "/etc/systemd/network/10-all.network, Name=ib*, false",
        "/etc/systemd/network/01-all.network, Name=en* eth*, false",
        "/etc/systemd/network/01-all.network, MACAddress=02:00:5e:10:00:01, false",
        "/usr/lib/systemd/network/01-x.network, Type=ether, false"
    })
    void aPatternThatTakesTheChildBeforeUs(String path, String match, boolean taken) {
        foreign.put("/etc/systemd/network/00-ib0.network", "[Match]\nName=ib0\n");
        foreign.put(path, "[Match]\n" + match + "\n\n[Network]\nDHCP=yes\n");

        assertThat(obstacle(Kind.NETWORKD).isPresent()).isEqualTo(taken);
    }

    @Test
    void aParentsNetworkThatAsksForMoreThanANameIsNotGuessedAt() {
        foreign.put("/etc/systemd/network/10-x.network", "[Match]\nPath=pci-0000:3b:00.0\n");

        assertThat(obstacle(Kind.NETWORKD).orElseThrow()).contains("10-x.network", "Name=ib0");
    }

    @Test
    void whatABackendCannotSayIsRefusedAndNeverDropped() {
        assertThat(Profiles.refusal(Kind.WICKED, Profiles.named("routed")).orElseThrow())
                .contains("wicked", "policy rules", "ib0.8005");
        assertThat(Profiles.refusal(Kind.WICKED, Profiles.named("named")).orElseThrow())
                .contains("wicked", "name servers");
        assertThat(Profiles.refusal(Kind.BOOT_UNIT, Profiles.named("named")).orElseThrow())
                .contains("boot unit", "name servers");
        assertThat(Writer.of(Kind.NETWORKD)
                        .obstacle(Profiles.named("named"), view())
                        .orElseThrow())
                .contains("systemd-resolved");
        foreign.put("/etc/network/interfaces", "source /etc/network/interfaces.d/*\n");
        assertThat(Writer.of(Kind.IFUPDOWN)
                        .obstacle(Profiles.named("named"), view())
                        .orElseThrow())
                .contains("resolvconf");
    }

    @Test
    void theOneThatNamesTheParentKeepsIt() {
        foreign.put("/etc/sysconfig/network-scripts/ifcfg-ib0", "DEVICE=ib0\nNM_CONTROLLED=no\n");

        assertThat(keeper(supported(Kind.NETWORK_MANAGER), true, supported(Kind.BOOT_UNIT)))
                .isEqualTo(supported(Kind.IFCFG));
    }

    @Test
    void twoThatNameTheParentAreOneTooMany() {
        foreign.put("/etc/network/interfaces", "auto ib0\niface ib0 inet static\n");
        foreign.put("/etc/NetworkManager/system-connections/ib0.nmconnection", "[connection]\ninterface-name=ib0\n");

        assertThat(keeper(supported(Kind.IFUPDOWN), true, supported(Kind.BOOT_UNIT)))
                .isInstanceOfSatisfying(
                        Backend.Unsupported.class,
                        no -> assertThat(no.reason())
                                .contains(
                                        "ib0",
                                        "ifupdown (/etc/network/interfaces)",
                                        "NetworkManager (/etc/NetworkManager/system-connections/ib0.nmconnection)"));
        assertThat(keeper(supported(Kind.IFUPDOWN), false, supported(Kind.BOOT_UNIT)))
                .as("a NetworkManager that does not run has no say")
                .isEqualTo(supported(Kind.IFUPDOWN));
    }

    @Test
    void aChildOfAnotherBackendThanItsParentsIsLeftAlone() {
        foreign.put("/etc/network/interfaces", "iface ib0.8005 inet static\n");

        assertThat(keeper(supported(Kind.NETWORK_MANAGER), true, supported(Kind.BOOT_UNIT)))
                .isInstanceOfSatisfying(
                        Backend.Unsupported.class,
                        no -> assertThat(no.reason()).contains("ib0.8005", "ifupdown", "NetworkManager"));
    }

    @Test
    void networkdHasASayOnlyWhereItRuns() {
        foreign.put("/etc/systemd/network/10-ib.network", "[Match]\nName=ib0\n");

        assertThat(keeper(supported(Kind.IFUPDOWN), false, new Backend.Unsupported("none")))
                .isEqualTo(supported(Kind.IFUPDOWN));
        assertThat(keeper(supported(Kind.IFUPDOWN), false, supported(Kind.NETWORKD)))
                .isEqualTo(supported(Kind.NETWORKD));
    }

    @Test
    void leftOversOfInitscriptsHaveNoSayWhereIfupdownIs() {
        foreign.put("/etc/sysconfig/network-scripts/ifcfg-ib0", "DEVICE=ib0\n");
        foreign.put("/etc/network/interfaces.d/hand", "iface ib0.8005 inet static\n");

        assertThat(keeper(supported(Kind.IFUPDOWN), false, supported(Kind.BOOT_UNIT)))
                .isEqualTo(supported(Kind.IFUPDOWN));
    }

    @Test
    void somebodysDirectoryAmongTheFilesIsPassedOver(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("etc/network/interfaces.d/old"));

        PersistedView view = Writer.observeAll(new LinuxHostFiles(root));

        assertThat(view.trouble()).isEmpty();
    }
}
