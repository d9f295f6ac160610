package dev.ibportal.daemon.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.KernelModule;
import dev.ibportal.agent.v1.LinkLayer;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.PhysState;
import dev.ibportal.agent.v1.Port;
import dev.ibportal.agent.v1.PortState;
import dev.ibportal.types.Guid;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a right reader concludes from recorded hosts. */
class SampleHostsTest {
    @TempDir
    private Path root;

    private InventoryReport report(String letter) throws IOException {
        return new HostInventory(Sample.host(letter, root)).observe();
    }

    private static Netdev netdev(InventoryReport report, String name) {
        return report.getNetdevsList().stream()
                .filter(netdev -> netdev.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void hostAHasTwoPortsOfOneAdapterAndAConnectedParent() throws IOException {
        InventoryReport report = report("a");

        Hca hca = report.getHcas(0);
        assertThat(hca.getDevice()).isEqualTo("mlx4_0");
        assertThat(hca.getFirmware()).isEqualTo("2.42.5000");
        assertThat(hca.getPsid()).isEqualTo("MT_1090120019");
        assertThat(hca.getHcaType()).isEqualTo("MT4099");
        assertThat(hca.getDriver()).isEqualTo("mlx4_core");
        assertThat(hca.getPciAddress()).isEqualTo("0000:3b:00.0");
        assertThat(hca.getNodeGuid()).isEqualTo("0x0002c90300a1b2c0");
        Port one = hca.getPorts(0);
        assertThat(one.getGuid()).isEqualTo("0x0002c90300a1b2c1");
        assertThat(one.getNetdev()).isEqualTo("ib0");
        assertThat(one.getState()).isEqualTo(PortState.PORT_STATE_ACTIVE);
        assertThat(one.getRate()).isEqualTo("56 Gb/sec (4X FDR)");
        assertThat(one.getLid()).isEqualTo(0x11);
        assertThat(one.getSmLid()).isEqualTo(1);
        assertThat(one.getPkeysList()).hasSize(128).startsWith(0xffff, 0x8001, 0x0105, 0);
        Port two = hca.getPorts(1);
        assertThat(two.getNetdev()).isEqualTo("ib1");
        assertThat(two.getState()).isEqualTo(PortState.PORT_STATE_DOWN);
        assertThat(two.getPhysState()).isEqualTo(PhysState.PHYS_STATE_POLLING);
        assertThat(netdev(report, "ib0").getMode()).isEqualTo(IpoibMode.IPOIB_MODE_CONNECTED);
        assertThat(netdev(report, "ib0.8001").getParent()).isEqualTo("ib0");
        assertThat(report.getUnreadableList()).isEmpty();
    }

    @Test
    void hostAIsOnlyALimitedMemberOfItsThirdKey() throws IOException {
        PortView port = new HostObserver(Sample.host("a", root))
                .observe()
                .port(Guid.parse("0x0002c90300a1b2c1"))
                .orElseThrow();

        assertThat(port.entry(PKey.parse("0x8105"))).contains(0x0105);
        assertThat(port.entry(PKey.parse("0x8001"))).contains(0x8001);
        assertThat(port.entry(PKey.parse("0x8042"))).isEmpty();
    }

    @Test
    void hostBHasAnEthernetPortThatIsNoIpoibPort() throws IOException {
        InventoryReport report = report("b");

        Port ethernet = report.getHcas(1).getPorts(0);
        assertThat(ethernet.getLinkLayer()).isEqualTo(LinkLayer.LINK_LAYER_ETHERNET);
        assertThat(ethernet.getNetdev()).isEmpty();
        Netdev child = netdev(report, "ibp59s0f0.9a2b");
        assertThat(child.getPortGuid()).isEqualTo("0x506b4b0300d1a2b2");
        assertThat(child.getPkey()).isEqualTo(0x9a2b);
        assertThat(child.getMtu()).isEqualTo(2044);
        assertThat(child.getCarrier()).isTrue();
        assertThat(child.getAddressesList()).containsExactly("10.64.7.21/24");
        assertThat(report.getNetdevsList()).extracting(Netdev::getName).doesNotContain("ens3f1np1", "lo");
    }

    @Test
    void hostCWaitsForASubnetManager() throws IOException {
        InventoryReport report = report("c");

        Port port = report.getHcas(0).getPorts(0);
        assertThat(port.getState()).isEqualTo(PortState.PORT_STATE_INIT);
        assertThat(port.getPhysState()).isEqualTo(PhysState.PHYS_STATE_LINK_UP);
        assertThat(port.getLid()).isEqualTo(0xffff);
        assertThat(port.getSmLid()).isZero();
        Netdev parent = netdev(report, "ib0");
        assertThat(parent.getUp()).isTrue();
        assertThat(parent.getCarrier()).isFalse();
        assertThat(parent.getMtu()).isEqualTo(4092);
        assertThat(report.getModulesList())
                .filteredOn(module -> module.getName().equals("ib_ipoib"))
                .extracting(KernelModule::getLoaded, KernelModule::getVersion)
                .containsExactly(tuple(true, "A1B2C3D4E5F60718293A4B5"));
        assertThat(report.getModulesList())
                .filteredOn(module -> module.getName().equals("mlx4_core"))
                .extracting(KernelModule::getLoaded)
                .containsExactly(false);
    }

    @Test
    void hostDHasEightInfinibandPortsEvenWhereIpGivesNoAnswer() throws IOException {
        Sample.plant(Sample.text("host-d.sysfs"), root.resolve("sys"));

        InventoryReport report =
                new HostInventory(Sample.host(root.resolve("sys"), Map.of(), root.resolve("root"))).observe();

        assertThat(report.getHcasList()).hasSize(10);
        assertThat(report.getHcasList().stream().flatMap(hca -> hca.getPortsList().stream()))
                .filteredOn(port -> port.getLinkLayer() == LinkLayer.LINK_LAYER_INFINIBAND)
                .hasSize(8)
                .allMatch(port -> port.getPkeysList().contains(0x8010));
        assertThat(report.getNetdevsList()).isEmpty();
        assertThat(report.getUnreadableList()).anyMatch(text -> text.contains("ip -j -d addr"));
    }
}
