package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.Absent;
import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceKind;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.IpoibMode;
import dev.ibportal.agent.v1.Route;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.PKey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The key is at index 0 of the port's table, so the partition's address sits on ib0 itself. */
class ParentInterfaceTest {
    private static final PKey KEY = PKey.parse("0x8001");

    private Bench bench;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown(SimulatedHost.Builder::connectedPossible);
        table(0x8001, 0xffff);
    }

    private void table(Integer... entries) {
        bench.port0.update(now -> now.active(5, 1)
                .withPkeys(List.of(entries))
                .withGroups(Map.of(PKey.DEFAULT, IbMtu.MTU_2048, KEY, IbMtu.MTU_2048)));
    }

    private static InterfaceItem.Builder item(String... addresses) {
        return Items.present(
                "if-1",
                Bench.PORT_0,
                0x8001,
                present -> present.setKind(InterfaceKind.INTERFACE_KIND_PARENT).setHost(HostSettings.newBuilder()),
                addresses);
    }

    private static InterfaceItem.Builder gone() {
        return InterfaceItem.newBuilder()
                .setInterfaceId("if-1")
                .setAbsent(Absent.newBuilder()
                        .setLedgerId(7)
                        .setPortGuid(Bench.PORT_0.toString())
                        .setPkey(0x8001)
                        .setKind(InterfaceKind.INTERFACE_KIND_PARENT)
                        .addAddresses("10.0.0.1/24"));
    }

    private static InterfaceStatus inSync(InterfaceStatus status) {
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        return status;
    }

    private String addresses() {
        return bench.host.byHand("ip", "-j", "addr", "show", "dev", "ib0").stdout();
    }

    @Test
    void theAddressSitsOnTheParentAndNoChildIsMade() {
        InterfaceStatus status = inSync(Bench.only(bench.apply(item("10.0.0.1/24", "fd00::1/64"))));

        assertThat(status.getObserved().getName()).isEqualTo("ib0");
        assertThat(status.getObserved().getPkey()).isEqualTo(0x8001);
        assertThat(addresses()).contains("10.0.0.1", "fd00::1");
        assertThat(bench.host.byHand("ip", "-j", "link").stdout()).doesNotContain("ib0.8001");
        assertThat(bench.host.byHand("ip", "link", "show", "dev", "ib0.8001").succeeded())
                .isFalse();
        bench.host.clearCommandLog();
        inSync(Bench.only(bench.pass()));
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void noAddressIsPutOnAnInterfaceThatIsInAnotherPartition() {
        table(0xffff, 0x8001);
        String before = bench.picture();

        InterfaceStatus status = Bench.only(bench.apply(item("10.0.0.1/24")));

        assertThat(status.getCause()).isEqualTo("pkey.not-at-index0");
        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_PENDING);
        assertThat(status.getMessage()).contains("0x8001", "0xffff", "ib0", "index 0");
        assertThat(bench.picture()).isEqualTo(before);

        table(0x8001, 0xffff);
        inSync(Bench.only(bench.pass()));
    }

    @Test
    void aKeyThatLeavesIndexZeroLaterIsNamed() {
        bench.apply(item("10.0.0.1/24"));
        table(0xffff, 0x8001);
        bench.clock.move(Duration.ofSeconds(20));
        bench.pass();
        bench.clock.move(Duration.ofSeconds(20));

        InterfaceStatus status = Bench.only(bench.pass());

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getCause()).isEqualTo("pkey.not-at-index0");
    }

    @Test
    void removalTakesAddressesAndRoutesAndLeavesTheInterfaceAndForeignAddresses() {
        bench.host.byHand("ip", "addr", "add", "192.168.5.5/24", "dev", "ib0");
        bench.apply(Items.present(
                "if-1",
                Bench.PORT_0,
                0x8001,
                present -> present.setKind(InterfaceKind.INTERFACE_KIND_PARENT)
                        .setHost(HostSettings.newBuilder()
                                .setSourceTable(1 << 20)
                                .addRoutes(
                                        Route.newBuilder().setTo("10.9.0.0/16").setVia("10.0.0.254"))),
                "10.0.0.1/24"));

        InterfaceStatus status = Bench.only(bench.apply(gone()));

        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_ABSENT);
        assertThat(status.getProvenAbsentList()).containsExactly(7L);
        assertThat(addresses()).contains("192.168.5.5").doesNotContain("10.0.0.1");
        assertThat(bench.host.byHand("ip", "-j", "-4", "route").stdout()).doesNotContain("10.9.0.0");
        assertThat(bench.host.byHand("ip", "-j", "-4", "rule").stdout()).doesNotContain("10.0.0.1");
        assertThat(bench.files.all().keySet()).noneMatch(path -> path.contains("ibportal"));
    }

    @Test
    void aDaemonWithoutMemoryStillTakesTheAddressesThatTheTombstoneNames() {
        bench.host.byHand("ip", "addr", "add", "10.0.0.1/24", "dev", "ib0");

        InterfaceStatus status = Bench.only(bench.apply(gone()));

        assertThat(status.getProvenAbsentList()).containsExactly(7L);
        assertThat(addresses()).doesNotContain("10.0.0.1");
    }

    @Test
    void modeComesBeforeMtuOnTheParentToo() {
        inSync(Bench.only(bench.apply(Items.present(
                "if-1",
                Bench.PORT_0,
                0x8001,
                present -> present.setKind(InterfaceKind.INTERFACE_KIND_PARENT)
                        .setMode(IpoibMode.IPOIB_MODE_CONNECTED)
                        .setMtu(65520),
                "10.0.0.1/24"))));

        List<String> changes = bench.host.changingCommands().stream()
                .map(Object::toString)
                .filter(text -> text.contains("ib0"))
                .toList();
        assertThat(changes).anyMatch(text -> text.contains("mode connected"));
        assertThat(bench.host
                        .byHand("ip", "-j", "-d", "link", "show", "dev", "ib0")
                        .stdout())
                .contains("\"mtu\":65520", "\"mode\":\"connected\"");
    }

    private static InterfaceItem.Builder ofTheDefaultPartition(UnaryOperator<HostSettings.Builder> host) {
        return Items.present(
                "port-1",
                Bench.PORT_0,
                0xffff,
                present -> present.setKind(InterfaceKind.INTERFACE_KIND_PARENT)
                        .setMode(IpoibMode.IPOIB_MODE_DATAGRAM)
                        .setMtu(2044)
                        .setHost(host.apply(HostSettings.newBuilder())),
                "10.20.0.11/16");
    }

    private String queueLength() {
        return bench.host
                .host()
                .sysfs()
                .read("class/net/ib0/tx_queue_len")
                .found()
                .orElseThrow();
    }

    private int channels() {
        return bench.host
                        .host()
                        .sysfs()
                        .list("class/net/ib0/queues")
                        .found()
                        .orElseThrow()
                        .size()
                / 2;
    }

    @Test
    void theDefaultPartitionsInterfaceIsThePortsOwnAndItsQueuesAreSet() throws IOException {
        table(0xffff, 0x8001);

        InterfaceStatus status = inSync(Bench.only(bench.apply(
                ofTheDefaultPartition(host -> host.setTransmitQueueLength(2048).setChannels(4)))));

        assertThat(status.getObserved().getName()).isEqualTo("ib0");
        assertThat(addresses()).contains("10.20.0.11");
        assertThat(queueLength()).isEqualTo("2048");
        assertThat(channels()).isEqualTo(4);
        assertThat(bench.reconciler.plan(Optional.empty()).getUntouchedList())
                .as("what is ours is not told of as somebody else's")
                .noneMatch(what -> what.contains("10.20.0.11"));
        bench.host.clearCommandLog();
        bench.restart();
        inSync(Bench.only(bench.pass()));
        assertThat(bench.host.changingCommands()).isEmpty();

        bench.host.byHand("ip", "link", "set", "dev", "ib0", "txqueuelen", "77");
        InterfaceStatus repaired = Bench.only(bench.pass());
        assertThat(repaired.getState()).as(repaired.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(queueLength()).isEqualTo("2048");
    }

    @Test
    void queuesGetBackWhatTheyHadWhenNobodyWantsThemAnyMore() {
        table(0xffff, 0x8001);
        String before = queueLength();
        bench.apply(
                ofTheDefaultPartition(host -> host.setTransmitQueueLength(2048).setChannels(4)));

        inSync(Bench.only(bench.apply(ofTheDefaultPartition(host -> host.setTransmitQueueLength(512)))));

        assertThat(queueLength()).isEqualTo("512");
        assertThat(channels()).isEqualTo(8);
        InterfaceStatus gone = Bench.only(bench.apply(InterfaceItem.newBuilder()
                .setInterfaceId("port-1")
                .setAbsent(Absent.newBuilder()
                        .setPortGuid(Bench.PORT_0.toString())
                        .setPkey(0xffff)
                        .setKind(InterfaceKind.INTERFACE_KIND_PARENT)
                        .addAddresses("10.20.0.11/16"))));
        assertThat(gone.getState()).as(gone.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_ABSENT);
        assertThat(queueLength()).isEqualTo(before);
        assertThat(addresses()).doesNotContain("10.20.0.11");
        assertThat(bench.files.all().keySet()).noneMatch(path -> path.contains("ibportal"));
    }

    @Test
    void channelsAreNotTouchedWhileThereAreChildren() {
        table(0xffff, 0x8001);
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8001, "10.0.0.1/24"));

        InterfaceStatus status = bench.apply(
                        Items.present("if-1", Bench.PORT_0, 0x8001, "10.0.0.1/24"),
                        ofTheDefaultPartition(host -> host.setChannels(4)))
                .getInterfaces(1);

        assertThat(status.getCause()).as(status.getMessage()).isEqualTo("queues.held");
        assertThat(status.getMessage()).contains("4 channels on ib0", "found 8", "ib0.8001");
        assertThat(channels()).isEqualTo(8);
        assertThat(addresses()).doesNotContain("10.20.0.11");
    }

    @Test
    void aChildOfTheDefaultPartitionOrWithQueuesOfItsOwnIsRefused() {
        assertThat(bench.reconciler.accept(bench.spec(Items.present("if-1", Bench.PORT_0, 0xffff, "10.0.0.1/24"))))
                .isPresent();
        assertThat(bench.reconciler.accept(bench.spec(Items.present(
                        "if-1",
                        Bench.PORT_0,
                        0x8001,
                        present -> present.setHost(HostSettings.newBuilder().setTransmitQueueLength(9)),
                        "10.0.0.1/24"))))
                .hasValueSatisfying(refusal -> assertThat(refusal.getDetail()).contains("parent's queues"));
    }
}
