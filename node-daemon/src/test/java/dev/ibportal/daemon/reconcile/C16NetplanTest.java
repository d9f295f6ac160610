package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.daemon.inventory.Backend.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Case C-16: netplan cannot say "child with a PKey"; what it renders for can, or nothing is touched. */
class C16NetplanTest {
    private static final String SITE = "/etc/netplan/10-site.yaml";

    private static InterfaceStatus apply(Bench bench) {
        bench.effective(bench.port0, "0x8071");
        return Bench.only(
                bench.apply(Items.present("if-1", Bench.PORT_0, 0x8071, item -> item.setMtu(2044), "10.77.71.9/24")));
    }

    private static String content(Bench bench, String path) {
        return bench.files.entry(path).orElseThrow().content();
    }

    /** Answer A. */
    @ParameterizedTest
    @EnumSource(names = {"NETPLAN_NETWORKD", "NETPLAN_NETWORK_MANAGER"})
    void theChildIsThereAgainAfterAReboot(Kind kind) throws IOException {
        Bench bench = Bench.keptBy(kind);
        String site = content(bench, SITE);

        InterfaceStatus status = apply(bench);
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        bench.host.reboot();

        assertThat(bench.host
                        .byHand("ip", "-j", "-d", "link", "show", "dev", "ib0.8071")
                        .stdout())
                .contains("\"key\":\"0x8071\"", "\"mtu\":2044");
        assertThat(bench.host
                        .byHand("ip", "-j", "addr", "show", "dev", "ib0.8071")
                        .stdout())
                .contains("\"local\":\"10.77.71.9\",\"prefixlen\":24");
        assertThat(content(bench, SITE)).isEqualTo(site);
        assertThat(Bench.only(bench.pass()).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void theParentThatNetplanConfiguresGetsADropIn() throws IOException {
        Bench bench = Bench.keptBy(Kind.NETPLAN_NETWORKD)
                .with("/run/systemd/network/10-netplan-ib0.network", "[Match]\nName=ib0\n");

        assertThat(apply(bench).getObserved().getPersistedInList())
                .containsExactlyInAnyOrder(
                        "/etc/systemd/network/05-ibportal-ib0.8071.network",
                        "/etc/systemd/network/10-netplan-ib0.network.d/50-ibportal-ib0.8071.conf",
                        "/etc/systemd/network/50-ibportal-ib0.8071.netdev");
        bench.host.reboot();

        assertThat(bench.host.byHand("ip", "-j", "-d", "link").stdout()).contains("\"ifname\":\"ib0.8071\"");
    }

    /** Answer B. */
    @Test
    void aNetplanWithoutAServiceThatCanIsRefusedBeforeAnyChange() throws IOException {
        Bench bench = Bench.bare().with(SITE, Bench.SITE);
        assertRefused(bench, "netplan cannot keep IPoIB child interfaces");
    }

    @Test
    void aVlanOfNetplansUnderTheChildsNameIsRefused() throws IOException {
        Bench bench = Bench.keptBy(Kind.NETPLAN_NETWORKD)
                .with(SITE, Bench.SITE + "  vlans:\n    ib0.8071:\n      id: 32881\n      link: ib0\n");
        assertRefused(bench, "netplan cannot keep IPoIB child interfaces");
    }

    private static void assertRefused(Bench bench, String reason) {
        bench.effective(bench.port0, "0x8071");
        String before = bench.picture();
        bench.host.clearCommandLog();

        InterfaceStatus status = apply(bench);

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(List.of("backend.unsupported", "persist.obstacle")).contains(status.getCause());
        assertThat(status.getMessage()).contains(reason);
        assertThat(bench.host.changingCommands()).isEmpty();
        assertThat(bench.picture()).isEqualTo(before);
    }

    @Test
    void belowTwoHundredAndFiftyOurOwnUnitKeepsIt() throws IOException {
        Bench bench = Bench.networkd(249).with(SITE, Bench.SITE).with("/run/systemd/system/exists", "");

        InterfaceStatus status = apply(bench);
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        bench.host.reboot();

        assertThat(bench.host.byHand("ip", "-j", "-d", "link").stdout()).contains("\"key\":\"0x8071\"");
        assertThat(content(bench, SITE)).isEqualTo(Bench.SITE);
    }
}
