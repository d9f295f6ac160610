package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.WrongRecipe;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.inventory.HostInventory;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What was configured by hand is taken over without a change, and given back when it is not ours to remove. */
class AdoptTest {
    private static final String STANZA = """
            source /etc/network/interfaces.d/*
            auto ib0.8001
            iface ib0.8001 inet static
                address 10.0.0.1/24
                mtu 2044
            """;

    private static final String PROFILE = """
            [connection]
            id=mine
            uuid=6f0c1a52-6f0e-4b58-9a3b-1d2a7c9f0a02
            type=infiniband
            interface-name=ib0.8001

            [infiniband]
            p-key=32769
            parent=ib0
            transport-mode=datagram

            [ipv4]
            method=manual
            address1=10.0.0.1/24
            """;

    private static InterfaceItem.Builder adopted(String... addresses) {
        return Items.present("if-1", Bench.PORT_0, 0x8001, item -> item.setAdopted(true), addresses);
    }

    private static Bench byHand() throws IOException {
        Bench bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001");
        bench.files.write("/etc/network/interfaces", STANZA, FileMode.WORLD_READABLE);
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
        bench.host.byHand("ip", "link", "set", "dev", "ib0.8001", "up");
        bench.host.byHand("ip", "addr", "add", "10.0.0.1/24", "dev", "ib0.8001");
        bench.host.clearCommandLog();
        return bench;
    }

    private static Bench byHandWithNetworkManager() throws IOException {
        Bench bench = Bench.networkManager();
        bench.effective(bench.port0, "0x8001");
        bench.files.write("/etc/NetworkManager/system-connections/mine.nmconnection", PROFILE, FileMode.OWNER_ONLY);
        bench.host.reboot();
        bench.host.byHand("ip", "link", "set", "dev", "ib0", "up");
        bench.host.clearCommandLog();
        return bench;
    }

    private static void assertAdoptedWithoutAChange(Bench bench, String file) {
        String before = bench.picture();

        InterfaceStatus status = Bench.only(bench.apply(adopted("10.0.0.1/24")));

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getChanged()).isFalse();
        assertThat(bench.host.changingCommands()).isEmpty();
        assertThat(bench.picture()).isEqualTo(before);
        assertThat(status.getLinksList())
                .filteredOn(link -> link.getLink() == ChainLink.CHAIN_LINK_PERSISTED)
                .extracting(LinkStatus::getFound)
                .containsExactly(file + ", made by hand");
    }

    @Test
    void anIfupdownStanzaIsTakenOverWithoutAChange() throws IOException {
        assertAdoptedWithoutAChange(byHand(), "/etc/network/interfaces");
    }

    @Test
    void aKeyfileIsTakenOverWithoutAChange() throws IOException {
        assertAdoptedWithoutAChange(
                byHandWithNetworkManager(), "/etc/NetworkManager/system-connections/mine.nmconnection");
    }

    @Test
    void withoutAdoptionAFileOfSomebodysIsInTheWay() throws IOException {
        Bench bench = byHand();

        InterfaceStatus status = Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001, "10.0.0.1/24")));

        assertThat(status.getCause()).isEqualTo("persist.obstacle");
        assertThat(status.getMessage()).contains("/etc/network/interfaces", "ib0.8001");
    }

    @Test
    void aWishThatTheFileDoesNotKeepIsRefusedAndTheFileStays() throws IOException {
        Bench bench = byHand();
        bench.apply(adopted("10.0.0.1/24"));

        InterfaceStatus status = Bench.only(bench.apply(adopted("10.0.0.1/24", "10.0.0.2/24")));

        assertThat(status.getCause()).isEqualTo("persist.obstacle");
        assertThat(bench.files.read("/etc/network/interfaces").found()).contains(STANZA);
        assertThat(bench.host.byHand("ip", "-j", "addr").stdout()).doesNotContain("10.0.0.2");
    }

    @Test
    void absenceIsProvenOnlyWhenTheHandMadeFileIsGoneToo() throws IOException {
        Bench bench = byHand();
        bench.apply(adopted("10.0.0.1/24"));

        InterfaceStatus kept = Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7)));

        assertThat(kept.getCause()).isEqualTo("persist.by-hand");
        assertThat(kept.getMessage()).contains("/etc/network/interfaces");
        assertThat(kept.getProvenAbsentList()).isEmpty();
        assertThat(bench.files.read("/etc/network/interfaces").found()).contains(STANZA);

        bench.files.write("/etc/network/interfaces", "source /etc/network/interfaces.d/*\n", FileMode.WORLD_READABLE);
        assertThat(Bench.only(bench.pass()).getProvenAbsentList()).containsExactly(7L);
    }

    @Test
    void theInventorySaysWhatIsKeptByHandAndWhatIsWrong() throws IOException {
        Bench bench = byHand();
        bench.host.byHand(
                "ip",
                "link",
                "add",
                "link",
                "ib0",
                "name",
                "ib0.0001",
                "type",
                "ipoib",
                "pkey",
                "0x0001",
                "mode",
                "datagram");
        bench.host.byHand("ip", "addr", "add", "10.0.0.9/16", "dev", "ib1");

        InventoryReport report = new HostInventory(bench.host.host()).observe();

        assertThat(report.getKeptList()).singleElement().satisfies(kept -> {
            assertThat(kept.getPath()).isEqualTo("/etc/network/interfaces");
            assertThat(kept.getName()).isEqualTo("ib0.8001");
            assertThat(kept.getPkey()).isEqualTo(0x8001);
            assertThat(kept.getAddressesList()).containsExactly("10.0.0.1/24");
        });
        assertThat(report.getWrongRecipesList())
                .extracting(WrongRecipe::getCode)
                .contains("interface.twice", "pkey.without-full-bit", "address.wrong-interface");
    }

    @Test
    void ourOwnFilesAreNotReportedAsMadeByHand() throws IOException {
        Bench bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001");
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001, "10.0.0.1/24"));

        InventoryReport report = new HostInventory(bench.host.host()).observe();

        assertThat(report.getKeptList()).isEmpty();
        assertThat(report.getWrongRecipesList()).isEmpty();
    }

    @Test
    void anMtuThatTheHandMadeFileDoesNotKeepIsRefusedAndTheFileNamed() throws IOException {
        Bench bench = byHand();
        bench.files.write("/etc/network/interfaces", STANZA.replace("    mtu 2044\n", ""), FileMode.WORLD_READABLE);
        InterfaceStatus taken = Bench.only(bench.apply(adopted("10.0.0.1/24")));

        InterfaceStatus lowered = Bench.only(bench.apply(Items.present(
                "if-1", Bench.PORT_0, 0x8001, item -> item.setAdopted(true).setMtu(1500), "10.0.0.1/24")));

        assertThat(taken.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(lowered.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(lowered.getMessage()).contains("/etc/network/interfaces");
        assertThat(bench.host.byHand("ip", "-j", "link").stdout()).doesNotContain("1500");
    }
}
