package dev.ibportal.daemon.adopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Hand-made files are read into one and the same interface, and wrong recipes are named with the right form. */
class HandMadeTest {
    private static final String SCRIPTS = "/etc/sysconfig/network-scripts/";

    private static final String IFCFG = """
            DEVICE=ib0.8001
            TYPE=InfiniBand
            PKEY=yes
            PKEY_ID=0x8001
            PHYSDEV=ib0
            CONNECTED_MODE=no
            MTU=2044
            IPADDR=10.64.1.11
            PREFIX=24
            """;
    private static final String WICKED = """
            BOOTPROTO='static'
            IPOIB='yes'
            IPOIB_DEVICE='ib0'
            IPOIB_PKEY='8001'
            IPOIB_MODE='datagram'
            MTU='2044'
            IPADDR='10.64.1.11/24'
            """;
    private static final String KEYFILE = """
            [connection]
            id=ib0.8001
            type=infiniband
            interface-name=ib0.8001

            [infiniband]
            mtu=2044
            p-key=32769
            parent=ib0
            transport-mode=datagram

            [ipv4]
            method=manual
            address1=10.64.1.11/24,10.64.1.1
            """;
    private static final String INTERFACES = """
            auto ib0
            iface ib0 inet manual
            auto ib0.8001
            iface ib0.8001 inet static
                address 10.64.1.11
                netmask 255.255.255.0
                mtu 2044
                pre-up echo datagram > /sys/class/net/ib0.8001/mode
            """;
    private static final String NETDEV =
            "[NetDev]\nName=ib0.8001\nKind=ipoib\nMACAddress=none\n\n[IPoIB]\nPartitionKey=0x8001\nMode=datagram\n";
    private static final String PARENT_NETWORK = "[Match]\nName=ib0\n\n[Network]\nIPoIB=ib0.8001\n";
    private static final String CHILD_NETWORK =
            "[Match]\nName=ib0.8001\n[Link]\nMTUBytes=2044\n[Network]\nAddress=10.64.1.11/24\n";

    static Stream<Map<String, String>> sameInterface() {
        return Stream.of(
                Map.of(SCRIPTS + "ifcfg-ib0.8001", IFCFG),
                Map.of("/etc/sysconfig/network/ifcfg-ib0.8001", WICKED),
                Map.of("/etc/NetworkManager/system-connections/a.nmconnection", KEYFILE),
                Map.of("/etc/network/interfaces", INTERFACES),
                Map.of(
                        "/etc/systemd/network/50-ib0.network", PARENT_NETWORK,
                        "/etc/systemd/network/50-ib0.8001.netdev", NETDEV,
                        "/etc/systemd/network/50-ib0.8001.network", CHILD_NETWORK));
    }

    @ParameterizedTest
    @MethodSource("sameInterface")
    void everyBackEndsFileGivesTheSameInterface(Map<String, String> files) {
        Found found = HandMade.read(files);

        assertThat(found.recipes()).isEmpty();
        FoundProfile child = found.profiles().stream()
                .filter(profile -> profile.name().equals("ib0.8001"))
                .findFirst()
                .orElseThrow();
        assertThat(child.parent()).contains("ib0");
        assertThat(child.pkey()).contains(PKey.parse("0x8001"));
        assertThat(child.mode()).contains(IpoibMode.DATAGRAM);
        assertThat(child.mtu()).contains(2044);
        assertThat(child.addresses()).isEqualTo(Set.of(InterfaceAddress.parse("10.64.1.11/24")));
    }

    static Stream<Arguments> wrongRecipes() {
        return Stream.concat(redHat(), others());
    }

    private static Stream<Arguments> redHat() {
        return Stream.of(
                Arguments.of(
                        SCRIPTS + "ifcfg-ib0",
                        "DEVICE=ib0\nTYPE=InfiniBand\nPKEY=0x8001\nIPADDR=10.64.1.11\nPREFIX=24\n",
                        "ifcfg.pkey-is-a-switch",
                        "PKEY_ID=0x8001, PHYSDEV=ib0"),
                Arguments.of(
                        SCRIPTS + "ifcfg-ib0",
                        "DEVICE=ib0\nTYPE=InfiniBand\nPKEY=0x8001\nIPADDR=10.64.1.11\nPREFIX=24\n",
                        "address.wrong-interface",
                        "belongs on ib0.8001, not on ib0"),
                Arguments.of(
                        SCRIPTS + "ifcfg-ib0.8001",
                        "DEVICE=ib0.8001\nTYPE=InfiniBand\nPKEY=yes\nPKEY_ID=0x8001\n",
                        "ifcfg.no-physdev",
                        "PHYSDEV=ib0"),
                Arguments.of(
                        SCRIPTS + "ifcfg-ib0.8001",
                        IFCFG.replace("0x8001", "8001"),
                        "ifcfg.pkey-id-base",
                        "without 0x it is decimal"),
                Arguments.of(
                        SCRIPTS + "ifcfg-ib0.0001",
                        IFCFG.replace("ib0.8001", "ib0.0001"),
                        "ifcfg.device-name",
                        "DEVICE=ib0.8001"),
                Arguments.of(
                        SCRIPTS + "ifcfg-ib1.8061",
                        "DEVICE=ib1.8061\nTYPE=Ethernet\nHWADDR=00:11:22:33:44:55\n",
                        "ifcfg.type",
                        "TYPE=InfiniBand"),
                Arguments.of(
                        SCRIPTS + "ifcfg-ib0.100",
                        "DEVICE=ib0.100\nVLAN=yes\nPHYSDEV=ib0\n",
                        "vlan.on-ipoib",
                        "IPoIB has no VLANs"));
    }

    private static Stream<Arguments> others() {
        return Stream.of(
                Arguments.of(
                        "/etc/network/interfaces",
                        "auto vlan7\niface vlan7 inet static\n  address 10.0.0.1/24\n  vlan-raw-device ib0\n",
                        "vlan.on-ipoib",
                        "partition"),
                Arguments.of(
                        "/etc/network/interfaces.d/ib",
                        "iface ib0.0001 inet static\n  address 10.0.0.1/24\n",
                        "pkey.without-full-bit",
                        "ib0.8001"),
                Arguments.of(
                        "/etc/netplan/60-ib.yaml",
                        "network:\n  vlans:\n    ib0.5:\n      id: 5\n      link: ib0\n",
                        "vlan.on-ipoib",
                        "PKey"),
                Arguments.of(
                        "/etc/netplan/60-ib.yaml",
                        "network:\n  ethernets:\n    ib0:\n      infiniband-mode: connected\n",
                        "netplan.mode",
                        "does nothing"),
                Arguments.of(
                        "/etc/NetworkManager/system-connections/x",
                        "[connection]\ntype=vlan\n[vlan]\nparent=ib0\nid=5\n",
                        "vlan.on-ipoib",
                        "partition"),
                Arguments.of(
                        "/etc/NetworkManager/system-connections/x",
                        KEYFILE.replace("32769", "1"),
                        "pkey.without-full-bit",
                        "ib0.8001"),
                Arguments.of(
                        "/etc/NetworkManager/system-connections/x",
                        KEYFILE.replace("transport-mode=datagram\n", ""),
                        "keyfile.mode",
                        "refuses the profile"),
                Arguments.of(
                        "/etc/systemd/network/50-a.netdev",
                        NETDEV.replace("MACAddress=none\n", ""),
                        "networkd.invented-guid",
                        "MACAddress=none"),
                Arguments.of(
                        "/etc/systemd/network/50-a.netdev",
                        NETDEV.replace("PartitionKey", "PKey"),
                        "networkd.pkey",
                        "PartitionKey=0x8001"),
                Arguments.of(
                        "/etc/systemd/network/50-a.network",
                        "[Match]\nName=ib0\n[IPoIB]\nMode=connected\n",
                        "networkd.mode-in-network",
                        "ignores it"),
                Arguments.of(
                        "/etc/sysconfig/network/ifcfg-ib0.8001",
                        WICKED.replace("'8001'", "'0x8001'"),
                        "wicked.pkey-base",
                        "IPOIB_PKEY=8001"));
    }

    @ParameterizedTest(name = "{2} in {0}")
    @MethodSource("wrongRecipes")
    void aWrongRecipeIsNamedWithTheRightForm(String path, String text, String code, String right) {
        assertThat(HandMade.read(Map.of(path, text)).recipes()).anySatisfy(recipe -> {
            assertThat(recipe.code()).isEqualTo(code);
            assertThat(recipe.place()).isEqualTo(path);
            assertThat(recipe.right()).contains(right);
        });
    }

    @Test
    void ethernetFilesAreNobodysBusiness() {
        Found found = HandMade.read(Map.of(
                SCRIPTS + "ifcfg-eth0",
                "DEVICE=eth0\nTYPE=Ethernet\nHWADDR=00:11:22:33:44:55\n",
                "/etc/network/interfaces",
                "auto eth0\niface eth0 inet dhcp\niface eth0.5 inet dhcp\n",
                "/etc/netplan/1.yaml",
                "network:\n  vlans:\n    v5:\n      id: 5\n      link: eth0\n"));

        assertThat(found).isEqualTo(Found.NOTHING);
    }

    @Test
    void brokenFilesAreNeverACrash() {
        for (String path : new String[] {
            SCRIPTS + "ifcfg-ib0",
            "/etc/sysconfig/network/ifcfg-ib0.zzzz",
            "/etc/NetworkManager/system-connections/x",
            "/etc/network/interfaces",
            "/etc/systemd/network/a.netdev",
            "/etc/netplan/a.yaml"
        }) {
            for (String text : new String[] {
                "",
                "=",
                "[",
                "PKEY=\nPKEY_ID=0xzz\n",
                "iface ib0.8001 inet static\n address x/99\n netmask 1.2\n",
                "[connection]\ntype=infiniband\n[infiniband]\np-key=99999999999\n",
                "IPADDR='\nDEVICE=\"ib0",
                "[NetDev]\nKind=ipoib\n"
            }) {
                assertThat(HandMade.read(Map.of(path, text))).isNotNull();
            }
        }
    }

    @Test
    void whatAFileLeavesOpenStaysOpen() {
        Found found = HandMade.read(Map.of("/etc/network/interfaces", "iface ib0.8001 inet manual\n"));

        assertThat(found.profiles()).singleElement().satisfies(profile -> {
            assertThat(profile.mtu()).isEqualTo(Optional.empty());
            assertThat(profile.mode()).isEqualTo(Optional.empty());
            assertThat(profile.addresses()).isEmpty();
        });
    }

    @Test
    void aWrongNameBesideTheRightOneIsToBeRemovedAndNotMended() {
        Found found = HandMade.read(Map.of(
                SCRIPTS + "ifcfg-ib0.0001", IFCFG.replace("ib0.8001", "ib0.0001"), SCRIPTS + "ifcfg-ib0.8001", IFCFG));

        assertThat(found.recipes())
                .filteredOn(recipe -> recipe.code().equals("ifcfg.device-name"))
                .singleElement()
                .satisfies(recipe ->
                        assertThat(recipe.right()).contains("remove it", SCRIPTS + "ifcfg-ib0.8001 has ib0.8001"));
    }

    @Test
    void aFileThatMakesNoSenseIsNamed() {
        Found found = HandMade.read(Map.of(
                "/etc/NetworkManager/system-connections/x",
                "[infiniband\np-key=1\n",
                "/etc/systemd/network/a.netdev",
                "[NetDev]\nName=ib0.8001\nwhat is this\n",
                "/etc/netplan/bomb.yaml",
                "a: &a [x]\nb: &b [*a, *a, *a, *a, *a]\n",
                "/etc/netplan/deep.yaml",
                "{".repeat(20_000),
                "/etc/netplan/site.yaml",
                "network:\n  ethernets:\n    eth0:\n      routes:\n        - to: default\n          via: 10.1.0.1\n"));

        assertThat(found.recipes())
                .filteredOn(recipe -> recipe.code().equals("file.unread"))
                .extracting(WrongRecipe::place, WrongRecipe::found)
                .containsExactlyInAnyOrder(
                        tuple("/etc/NetworkManager/system-connections/x", "line 1 is neither [section] nor key=value"),
                        tuple("/etc/systemd/network/a.netdev", "line 3 is neither [section] nor key=value"),
                        tuple("/etc/netplan/bomb.yaml", "more than plain keys, words and lists of words"),
                        tuple("/etc/netplan/deep.yaml", "more than plain keys, words and lists of words"));
    }
}
