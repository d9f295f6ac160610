package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.KeptByHand;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.inventory.HostInventory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Under every back-end: what a person wrote by hand is reported, and taken over with an empty plan and without touching
 * anything; and so is what this daemon left behind when it was told to keep it.
 */
class AdoptEveryBackendTest {
    private static final String ADDRESS = "10.64.1.11/24";

    /** As documentation and people's notes have them, in each back-end's own words. */
    private static Map<String, String> handMade(Backend.Kind kind) {
        return new TreeMap<>(
                switch (kind) {
                    case IFUPDOWN -> Map.of("/etc/network/interfaces", """
                            source /etc/network/interfaces.d/*
                            auto ib0.8001
                            iface ib0.8001 inet static
                                address 10.64.1.11/24
                                mtu 2044
                            """);
                    case NETWORK_MANAGER -> Map.of("/etc/NetworkManager/system-connections/mine.nmconnection", KEYFILE);
                    case IFCFG, IFCFG_NETWORK_MANAGER -> Map.of("/etc/sysconfig/network-scripts/ifcfg-ib0.8001", IFCFG);
                    case NETWORKD ->
                        Map.of(
                                "/etc/systemd/network/50-ib0.8001.netdev", NETDEV,
                                "/etc/systemd/network/50-ib0.8001.network", CHILD,
                                "/etc/systemd/network/50-ib0.network",
                                        "[Match]\nName=ib0\n\n[Network]\nIPoIB=ib0.8001\n");
                    case NETPLAN_NETWORKD ->
                        Map.of(
                                "/etc/systemd/network/50-ib0.8001.netdev", NETDEV,
                                "/etc/systemd/network/50-ib0.8001.network", CHILD,
                                "/etc/systemd/network/10-netplan-ib0.network.d/50-pkey.conf",
                                        "[Network]\nIPoIB=ib0.8001\n");
                    case NETPLAN_NETWORK_MANAGER -> Map.of("/etc/netplan/60-ib.yaml", NETPLAN);
                    case WICKED -> Map.of("/etc/sysconfig/network/ifcfg-ib0.8001", WICKED);
                    case BOOT_UNIT -> Map.<String, String>of();
                });
    }

    private static final String KEYFILE = """
            [connection]
            id=ib0.8001
            uuid=6f0c1a52-6f0e-4b58-9a3b-1d2a7c9f0a02
            type=infiniband
            interface-name=ib0.8001

            [infiniband]
            mtu=2044
            p-key=32769
            parent=ib0
            transport-mode=datagram

            [ipv4]
            method=manual
            address1=10.64.1.11/24
            """;

    private static final String IFCFG = """
            DEVICE=ib0.8001
            TYPE=InfiniBand
            ONBOOT=yes
            BOOTPROTO=none
            PKEY=yes
            PKEY_ID=0x8001
            PHYSDEV=ib0
            CONNECTED_MODE=no
            MTU=2044
            IPADDR=10.64.1.11
            PREFIX=24
            """;

    private static final String NETPLAN = """
            # the partition of the weather people
            network:
              version: 2
              renderer: NetworkManager
              ethernets:
                ib0.8001:
                  infiniband-mode: datagram
                  mtu: 2044
                  addresses: [10.64.1.11/24]
                  networkmanager:
                    passthrough:
                      infiniband.p-key: "32769"
                      infiniband.parent: "ib0"
            """;

    private static final String WICKED = """
            STARTMODE='auto'
            BOOTPROTO='static'
            IPOIB='yes'
            IPOIB_DEVICE='ib0'
            IPOIB_PKEY='8001'
            IPOIB_MODE='datagram'
            MTU='2044'
            IPADDR='10.64.1.11/24'
            """;

    private static final String NETDEV = """
            [NetDev]
            Name=ib0.8001
            Kind=ipoib
            MACAddress=none

            [IPoIB]
            PartitionKey=0x8001
            Mode=datagram
            """;

    private static final String CHILD = """
            [Match]
            Name=ib0.8001

            [Link]
            MTUBytes=2044

            [Network]
            Address=10.64.1.11/24
            """;

    private static Bench bench(Backend.Kind kind) throws IOException {
        Bench bench = Bench.keptBy(kind);
        bench.effective(bench.port0, "0x8001");
        return bench;
    }

    private static void asMadeByHand(Bench bench) {
        bench.host.byHand("ip", "link", "set", "dev", "ib0", "up");
        if (!bench.host.byHand("ip", "link", "show", "dev", "ib0.8001").succeeded()) {
            bench.host.byHand(
                    "ip",
                    "link",
                    "add",
                    "link",
                    "ib0",
                    "name",
                    "ib0.8001",
                    "type",
                    "ipoib",
                    "pkey",
                    "0x8001",
                    "mode",
                    "datagram");
            bench.host.byHand("ip", "link", "set", "dev", "ib0.8001", "mtu", "2044");
            bench.host.byHand("ip", "link", "set", "dev", "ib0.8001", "up");
            bench.host.byHand("ip", "addr", "add", ADDRESS, "dev", "ib0.8001");
        }
        bench.host.clearCommandLog();
    }

    private static void assertTakenOverWithAnEmptyPlan(Bench bench, String id) throws IOException {
        String before = bench.picture();
        bench.accept(Items.present(
                id,
                Bench.PORT_0,
                0x8001,
                item -> item.setAdopted(true).setMtu(2044).setHost(HostSettings.newBuilder()),
                ADDRESS));

        NodePlan plan = bench.reconciler.plan(Optional.empty());
        assertThat(plan.getItemsList()).allSatisfy(item -> {
            assertThat(item.getActionsList()).as("%s", item).isEmpty();
            assertThat(item.getVerdict().name()).endsWith("_NOTHING");
        });
        InterfaceStatus status = Bench.only(bench.pass());

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getChanged()).isFalse();
        assertThat(bench.host.changingCommands()).isEmpty();
        assertThat(bench.picture()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BOOT_UNIT")
    void whatAPersonWroteIsReportedAndTakenOverWithAnEmptyPlan(Backend.Kind kind) throws IOException {
        Bench bench = bench(kind);
        for (Map.Entry<String, String> file : handMade(kind).entrySet()) {
            bench.files.write(file.getKey(), file.getValue(), FileMode.OWNER_ONLY);
        }
        asMadeByHand(bench);

        List<KeptByHand> kept = new HostInventory(bench.host.host()).observe().getKeptList();

        assertThat(kept).anySatisfy(one -> {
            assertThat(handMade(kind)).containsKey(one.getPath());
            assertThat(one.getName()).isEqualTo("ib0.8001");
            assertThat(one.getPkey()).isEqualTo(0x8001);
            assertThat(one.getAddressesList()).containsExactly(ADDRESS);
        });
        assertTakenOverWithAnEmptyPlan(bench, "if-1");
    }

    /** A boot unit that was left is nobody's format: it goes on working, and is not taken over again. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BOOT_UNIT")
    void whatWasLeftBehindIsTakenOverWithAnEmptyPlan(Backend.Kind kind) throws IOException {
        Bench bench = bench(kind);
        bench.apply(Items.present(
                "if-1", Bench.PORT_0, 0x8001, item -> item.setMtu(2044).setHost(HostSettings.newBuilder()), ADDRESS));
        Leave.Left left = Leave.open(bench.host.host(), bench.state).keep();
        assertThat(left.complete()).as(left.lines().toString()).isTrue();
        bench.restart();
        bench.host.clearCommandLog();

        assertTakenOverWithAnEmptyPlan(bench, "if-9");

        bench.host.reboot();
        assertThat(bench.host.byHand("ip", "-j", "addr").stdout()).contains("ib0.8001", "10.64.1.11");
    }
}
