package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.LinkStatus;
import dev.ibportal.agent.v1.Verdict;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.host.simulated.PortState;
import dev.ibportal.daemon.host.simulated.SimulatedFaults;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReconcileTest {
    private Bench bench;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001");
    }

    private static InterfaceItem.Builder one(String... addresses) {
        return Items.present("if-1", Bench.PORT_0, 0x8001, addresses);
    }

    private static void assertInSync(InterfaceStatus status) {
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getCause()).isEmpty();
    }

    private static void assertFailed(InterfaceStatus status, String cause, String... facts) {
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getCause()).isEqualTo(cause);
        assertThat(status.getMessage()).contains(facts);
    }

    @Test
    void theWholeChainIsReportedInOrder() {
        InterfaceStatus status = Bench.only(bench.apply(one("10.0.0.1/24")));

        assertInSync(status);
        assertThat(status.getLinksList())
                .extracting(LinkStatus::getLink)
                .containsExactly(
                        ChainLink.CHAIN_LINK_DRIVER,
                        ChainLink.CHAIN_LINK_PORT,
                        ChainLink.CHAIN_LINK_PKEY_IN_TABLE,
                        ChainLink.CHAIN_LINK_INTERFACE,
                        ChainLink.CHAIN_LINK_CARRIER,
                        ChainLink.CHAIN_LINK_MODE,
                        ChainLink.CHAIN_LINK_MTU,
                        ChainLink.CHAIN_LINK_ADDRESS,
                        ChainLink.CHAIN_LINK_PERSISTED);
        assertThat(status.getLinksList()).extracting(LinkStatus::getVerdict).containsOnly(Verdict.VERDICT_OK);
        assertThat(status.getObserved().getFullMember()).isTrue();
    }

    @Test
    void limitedMembershipShowsInTheTableOnly() {
        bench.port0.update(now -> now.withPkeys(List.of(0xffff, 0x0001)));

        InterfaceStatus status = Bench.only(bench.apply(one()));

        assertInSync(status);
        assertThat(status.getObserved().getFullMember()).isFalse();
        assertThat(status.getObserved().getPkey()).isEqualTo(0x8001);
    }

    @Test
    void aKeyThatIsMissingIsWaitedForThenFailsThenHeals() {
        bench.port0.withhold(PKey.parse("0x8001"));

        InterfaceStatus early = Bench.only(bench.apply(one("10.0.0.1/24")));
        bench.clock.move(Duration.ofSeconds(20));
        InterfaceStatus late = Bench.only(bench.pass());
        bench.port0.stopWithholding(PKey.parse("0x8001"));
        InterfaceStatus healed = Bench.only(bench.pass());

        assertThat(early.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_PENDING);
        assertThat(early.getCause()).isEqualTo("pkey.not-in-table");
        assertFailed(late, "pkey.not-in-table", "0x8001", "mlx5_0 port 1", "0xffff");
        assertInSync(healed);
    }

    @Test
    void noBroadcastGroupMeansNoCarrier() {
        bench.port0.update(now -> now.withGroups(Map.of()));
        bench.apply(one());
        bench.clock.move(Duration.ofSeconds(20));

        assertFailed(Bench.only(bench.pass()), "carrier.no-broadcast-group", "0x8001", "ib0.8001");
    }

    @Test
    void aPortWithoutCableOrSubnetManagerIsNamed() {
        bench.port0.update(PortState::down);
        bench.apply(one());
        bench.clock.move(Duration.ofSeconds(20));
        InterfaceStatus down = Bench.only(bench.pass());
        bench.port0.update(now -> PortState.UNCONFIGURED);
        bench.pass();
        bench.clock.move(Duration.ofSeconds(20));

        assertFailed(down, "port.down", "Polling");
        assertFailed(Bench.only(bench.pass()), "port.no-subnet-manager", "INIT");
    }

    @Test
    void aPortInEthernetModeIsNamedAndTheOthersGoOn() {
        bench.effective(bench.port1, "0x8001");
        bench.port0.update(PortState::asEthernet);

        var status = bench.apply(one(), Items.present("if-2", Bench.PORT_1, 0x8001, "10.0.0.2/24"));

        assertFailed(status.getInterfaces(0), "port.ethernet", "mlx5_0 port 1", "Ethernet", "LINK_TYPE");
        assertInSync(status.getInterfaces(1));
    }

    @Test
    void aPortOfAnotherNodeIsNamed() {
        Guid elsewhere = Guid.parse("0x0002c90300000999");

        var status = bench.apply(Items.present("if-9", elsewhere, 0x8001), one("10.0.0.1/24"));

        assertFailed(status.getInterfaces(0), "port.not-here", elsewhere.toString(), Bench.PORT_0.toString());
        assertInSync(status.getInterfaces(1));
    }

    @Test
    void aMissingModuleIsNamedWithTheKernelAndNotTriedAtOnceAgain() throws IOException {
        bench = Bench.ifupdown(builder -> builder.moduleNotLoaded());
        bench.effective(bench.port0, "0x8001");
        bench.host.faults().moduleMissing(true);

        InterfaceStatus status = Bench.only(bench.apply(one()));
        bench.host.clearCommandLog();
        bench.pass();

        assertFailed(status, "driver.module-missing", "«ib_ipoib»", "6.1.0-41-amd64", "not found in directory");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void theModuleIsLoadedWhereItIsMissing() throws IOException {
        bench = Bench.ifupdown(builder -> builder.moduleNotLoaded());
        bench.effective(bench.port0, "0x8001");

        assertInSync(Bench.only(bench.apply(one("10.0.0.1/24"))));
    }

    @Test
    void aParentNameThatIsTooLongIsRefusedWithBothLengths() throws IOException {
        Guid guid = Guid.parse("0x0002c90300000777");
        var port = new SimulatedPort(guid);
        bench = Bench.ifupdown(builder -> builder.port(port, "ibp129s0f1d1"));
        bench.effective(port, "0x8001");
        bench.host.clearCommandLog();

        InterfaceStatus status = Bench.only(bench.apply(Items.present("if-1", guid, 0x8001)));

        assertFailed(status, "interface.name.length", "ibp129s0f1d1.8001", "17 characters", "at most 15");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void aMtuAboveTheGroupsIsReportedAsCappedAndNotAskedForAgain() {
        InterfaceStatus first = Bench.only(
                bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001, item -> item.setMtu(4092), "10.0.0.1/24")));
        bench.host.clearCommandLog();
        InterfaceStatus second = Bench.only(bench.pass());

        assertFailed(first, "mtu.capped", "4092", "2044", "0x8001");
        assertThat(second.getCause()).isEqualTo("mtu.capped");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void anUnsetMtuFollowsTheGroup() {
        bench.effective(bench.port0, IbMtu.MTU_4096, "0x8001");

        assertThat(Bench.only(bench.apply(one())).getObserved().getMtu()).isEqualTo(4092);
    }

    @Test
    void anUnsetMtuGrowsBackAfterAnExplicitOne() {
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001, item -> item.setMtu(1500)));

        InterfaceStatus status = Bench.only(bench.apply(one()));

        assertInSync(status);
        assertThat(status.getObserved().getMtu()).isEqualTo(2044);
    }

    @Test
    void somebodyLoweredTheMtuByHand() {
        bench.apply(one());
        bench.host.byHand("ip", "link", "set", "dev", "ib0.8001", "mtu", "1400");

        InterfaceStatus status = Bench.only(bench.pass());

        assertInSync(status);
        assertThat(status.getObserved().getMtu()).isEqualTo(2044);
    }

    private static InterfaceItem.Builder connected() {
        return Items.present(
                "if-1", Bench.PORT_0, 0x8001, item -> item.setMode(IpoibMode.IPOIB_MODE_CONNECTED), "10.0.0.1/24");
    }

    @Test
    void connectedModeIsRefusedWhereTheAdapterCannotDoIt() {
        bench.host.clearCommandLog();

        assertFailed(Bench.only(bench.apply(connected())), "mode.refused", "ib0.8001", "datagram");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void connectedModeGivesTheLargeMtu() throws IOException {
        bench = Bench.ifupdown(builder -> builder.connectedPossible());
        bench.effective(bench.port0, "0x8001");
        bench.apply(one("10.0.0.1/24"));

        InterfaceStatus status = Bench.only(bench.apply(connected()));

        assertInSync(status);
        assertThat(status.getObserved().getMtu()).isEqualTo(65520);
    }

    @Test
    void anExistingChildIsAdopted() {
        bench.host.byHand("ip", "link", "add", "link", "ib0", "name", "ib0.8001", "type", "ipoib", "pkey", "0x8001");
        bench.host.byHand("ip", "addr", "add", "10.9.9.9/24", "dev", "ib0.8001");
        bench.host.clearCommandLog();

        InterfaceStatus status = Bench.only(bench.apply(one("10.0.0.1/24")));

        assertInSync(status);
        assertThat(bench.host.changingCommands())
                .noneMatch(command -> command.toString().contains("link add"));
        assertThat(status.getObserved().getAddressesList()).containsExactlyInAnyOrder("10.9.9.9/24", "10.0.0.1/24");
        assertThat(status.getMessage()).contains("10.9.9.9/24", "left alone");
    }

    @Test
    void anExistingChildUnderAnotherNameIsReportedAndLeftAlone() {
        bench.host.byHand("ip", "link", "add", "link", "ib0", "name", "blue", "type", "ipoib", "pkey", "0x8001");
        String before = bench.picture();

        assertFailed(Bench.only(bench.apply(one())), "interface.name", "blue", "ib0.8001");
        assertThat(bench.picture()).isEqualTo(before);
    }

    @Test
    void twoChildrenForOneKeyAreReported() {
        for (String name : List.of("ib0.0001", "ib0.8001")) {
            bench.host.byHand("ip", "link", "add", "link", "ib0", "name", name, "type", "ipoib", "pkey", "0x8001");
        }

        assertFailed(Bench.only(bench.apply(one())), "interface.duplicate", "ib0.0001", "ib0.8001");
    }

    @Test
    void aTombstoneTakesItsAddressAwayAndProvesIt() {
        bench.apply(one("10.0.0.1/24", "10.0.0.2/24"));

        InterfaceStatus status = Bench.only(bench.apply(Items.present(
                "if-1",
                Bench.PORT_0,
                0x8001,
                item -> item.addAddresses(Items.tombstone("10.0.0.2/24", 42)),
                "10.0.0.1/24")));

        assertInSync(status);
        assertThat(status.getObserved().getAddressesList()).containsExactly("10.0.0.1/24");
        assertThat(status.getProvenAbsentList()).containsExactly(42L);
    }

    @Test
    void anAbsentInterfaceIsRemovedLiveAndOnDiskAndProven() {
        bench.apply(one("10.0.0.1/24"));

        InterfaceStatus status = Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7)));

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_ABSENT);
        assertThat(status.getProvenAbsentList()).containsExactly(7L);
        assertThat(bench.host.host().sysfs().list("class/net").found().orElseThrow())
                .containsExactly("ib0", "ib1");
        assertThat(bench.files.all()).containsOnlyKeys("/etc/network/interfaces");
    }

    @Test
    void removalUnderNetworkManagerLeavesNoProfile() throws IOException {
        bench = Bench.networkManager();
        bench.effective(bench.port0, "0x8001");
        bench.apply(one("10.0.0.1/24"));

        InterfaceStatus status = Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7)));

        assertThat(status.getProvenAbsentList()).containsExactly(7L);
        assertThat(bench.files.all()).isEmpty();
    }

    @Test
    void absenceIsNotProvenWhileTheChildIsStillThere() {
        bench.apply(one());
        bench.host.faults().lie(command -> command.toString().startsWith("ip link delete"));

        InterfaceStatus status = Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7)));

        assertFailed(status, "interface.still-there", "ib0.8001");
        assertThat(status.getProvenAbsentList()).isEmpty();
    }

    @Test
    void absenceIsNotProvenWhenTheHostCannotBeRead() {
        bench.apply(one());
        bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7));
        bench.host.faults().fail(command -> command.argv().contains("-j"), 1, "Cannot open netlink socket");

        InterfaceStatus status = Bench.only(bench.pass());

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_PENDING);
        assertThat(status.getCause()).isEqualTo("host.unreadable");
        assertThat(status.getProvenAbsentList()).isEmpty();
    }

    @Test
    void aNewInterfaceMayFollowInThePlaceOfAProvenAbsentOne() {
        bench.apply(one("10.0.0.1/24"));
        bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7));
        InterfaceItem.Builder successor = Items.present("if-2", Bench.PORT_0, 0x8001, "10.0.0.5/24");

        bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8001, 7), successor);
        var status = bench.pass();

        assertThat(status.getInterfaces(0).getProvenAbsentList()).containsExactly(7L);
        assertInSync(status.getInterfaces(1));
        assertThat(status.getInterfaces(1).getChanged()).isFalse();
    }

    @Test
    void aHeldItemIsNotTouched() {
        bench.apply(one("10.0.0.1/24"));
        bench.host.byHand("ip", "addr", "del", "10.0.0.1/24", "dev", "ib0.8001");
        bench.host.clearCommandLog();

        InterfaceStatus status = Bench.only(bench.apply(Items.held("if-1", "the port is not reported")));

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_HELD);
        assertThat(status.getMessage()).isEqualTo("the port is not reported");
        assertThat(status.getObserved().getName()).isEqualTo("ib0.8001");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void driftIsPutRight() {
        bench.apply(one("10.0.0.1/24"));
        bench.host.byHand("ip", "addr", "del", "10.0.0.1/24", "dev", "ib0.8001");
        bench.host.byHand("ip", "link", "set", "dev", "ib0.8001", "down");

        InterfaceStatus status = Bench.only(bench.pass());

        assertInSync(status);
        assertThat(status.getChanged()).isTrue();
    }

    @Test
    void afterARebootTheFilesBringItBackAndTheDaemonFindsNothingToDo() throws IOException {
        bench.apply(
                Items.present("if-1", Bench.PORT_0, 0x8001, item -> item.setMtu(2000), "10.0.0.1/24", "fd00::1/64"));
        bench.host.reboot();
        bench.host.clearCommandLog();
        bench.restart();

        assertInSync(Bench.only(bench.pass()));
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void aPassWithoutChangesOver32ChildrenTakesOneProcess() {
        String[] keys = IntStream.range(0x8001, 0x8021)
                .mapToObj(key -> String.format("0x%04x", key))
                .toArray(String[]::new);
        bench.effective(bench.port0, keys);
        InterfaceItem.Builder[] items = IntStream.range(0, keys.length)
                .mapToObj(i -> Items.present("if-" + i, Bench.PORT_0, 0x8001 + i, "10.0." + i + ".1/24"))
                .toArray(InterfaceItem.Builder[]::new);
        bench.apply(items);
        bench.host.clearCommandLog();

        var status = bench.pass();

        assertThat(status.getInterfacesList()).hasSize(32).allSatisfy(ReconcileTest::assertInSync);
        assertThat(bench.host.commandLog()).extracting(Object::toString).containsExactly("ip -j -d addr");
    }

    @Test
    void duplicateDetectionIsWaitedForAndADuplicateIsNamed() {
        InterfaceAddress address = InterfaceAddress.parse("fd00::1/64");
        bench.host.faults().tentative(address);
        InterfaceStatus tentative = Bench.only(bench.apply(one("fd00::1/64")));
        bench.host.faults().duplicate(address);
        InterfaceStatus duplicate = Bench.only(bench.pass());

        assertThat(tentative.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_PENDING);
        assertThat(tentative.getCause()).isEqualTo("address.tentative");
        assertFailed(duplicate, "address.duplicate", "fd00::1/64 on ib0.8001");
    }

    static Stream<BiConsumer<SimulatedFaults, Predicate<Command>>> unreadable() {
        return Stream.of(
                SimulatedFaults::hang,
                SimulatedFaults::lie,
                (faults, which) -> faults.fail(which, 1, "Cannot open netlink socket"));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void nothingIsChangedOnAHostThatCannotBeRead(BiConsumer<SimulatedFaults, Predicate<Command>> fault) {
        bench.apply(one("10.0.0.1/24"));
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8001, "10.0.0.1/24", "10.0.0.2/24"));
        fault.accept(bench.host.faults(), next -> next.toString().equals("ip -j -d addr"));
        bench.host.clearCommandLog();

        InterfaceStatus status = Bench.only(bench.pass());

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_PENDING);
        assertThat(status.getCause()).isEqualTo("host.unreadable");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void aHostThatChangedItsKeeperKeepsNoFileOfTheOldOne() throws IOException {
        bench = Bench.networkManager();
        bench.effective(bench.port0, "0x8001");
        bench.apply(one("10.0.0.1/24"));
        String profile = "/etc/NetworkManager/system-connections/ibportal-ib0.8001.nmconnection";
        assertThat(bench.files.entry(profile)).isPresent();
        bench.files.write(
                "/etc/network/interfaces",
                "source /etc/network/interfaces.d/*\niface ib0 inet manual\n",
                FileMode.WORLD_READABLE);

        InterfaceStatus status = Bench.only(bench.pass());

        assertInSync(status);
        assertThat(status.getObserved().getPersistedInList())
                .containsExactly("/etc/network/interfaces.d/ibportal-ib0-8001");
        assertThat(bench.files.entry(profile)).isEmpty();
    }

    @Test
    void anAddressInANetworkThatTheHostHasElsewhereIsRefused() {
        InterfaceStatus status = Bench.only(bench.apply(one("127.0.0.77/25")));

        assertFailed(status, "address.overlap", "127.0.0.77/25 on ib0.8001");
        assertThat(bench.host.changingCommands())
                .noneMatch(command -> command.toString().contains("127.0.0.77"));
    }
}
