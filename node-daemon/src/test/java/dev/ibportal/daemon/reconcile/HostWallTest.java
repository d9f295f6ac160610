package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.DriftPolicy;
import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.Route;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tenant wants never draws away what the host sends elsewhere: neither at first nor when the host changes later. */
class HostWallTest {
    private static final String FILE = "/etc/network/interfaces.d/ibportal-ib0-8001";

    private Bench bench;

    @BeforeEach
    void host() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8001");
        bench.effective(bench.port1, "0x8002", "0x8007");
    }

    private static InterfaceItem.Builder item(String... to) {
        HostSettings.Builder settings = HostSettings.newBuilder();
        Arrays.stream(to)
                .forEach(each ->
                        settings.addRoutes(Route.newBuilder().setTo(each).setVia("10.0.0.254")));
        return Items.present("if-1", Bench.PORT_0, 0x8001, present -> present.setHost(settings), "10.0.0.1/24");
    }

    /** Somebody's own interface on the other port, which no item is about. */
    private void handMade(String address) {
        bench.host.byHand("ip", "link", "add", "link", "ib1", "name", "ib1.8007", "type", "ipoib", "pkey", "0x8007");
        bench.host.byHand("ip", "addr", "add", address, "dev", "ib1.8007");
        bench.host.byHand("ip", "link", "set", "dev", "ib1.8007", "up");
    }

    private String routes() {
        return bench.host.byHand("ip", "-j", "-4", "route").stdout();
    }

    private static void failed(InterfaceStatus status, String cause) {
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(status.getCause()).isEqualTo(cause);
    }

    private static void inSync(InterfaceStatus status) {
        assertThat(status.getState()).as(status.getMessage()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @ParameterizedTest
    @ValueSource(strings = {"128.0.0.0/1", "0.0.0.0/5", "127.0.0.0/8", "169.254.7.0/24", "224.0.0.0/8"})
    void noRouteIsForMostOfTheWorldOrForTheHostItself(String to) {
        bench.apply(item());
        String before = bench.picture();

        failed(Bench.only(bench.apply(item(to))), "route.width");

        assertThat(bench.picture()).isEqualTo(before);
    }

    @Test
    void aNetworkThatTheHostReachesByARouteIsNoDestination() {
        handMade("10.70.0.1/24");
        bench.host.byHand("ip", "-4", "route", "add", "10.80.0.0/16", "via", "10.70.0.254", "dev", "ib1.8007");
        bench.apply(item());
        String before = bench.picture();

        InterfaceStatus status = Bench.only(bench.apply(item("10.80.7.0/24")));

        failed(status, "route.overlap");
        assertThat(status.getMessage()).contains("10.80.7.0/24").doesNotContain("10.80.0.0", "ib1.8007");
        assertThat(bench.picture()).isEqualTo(before);
    }

    @Test
    void aRouteThatComesIntoTheWayOfTheHostIsTakenOutAndComesBackAfterwards() {
        inSync(Bench.only(bench.apply(item("10.80.7.0/24", "10.90.0.0/16"))));
        handMade("10.80.0.1/16");

        failed(Bench.only(bench.pass()), "route.overlap");
        String meanwhile = routes();
        String kept = bench.files.entry(FILE).orElseThrow().content();
        failed(Bench.only(bench.pass()), "route.overlap");
        bench.host.byHand("ip", "link", "delete", "dev", "ib1.8007");

        assertThat(meanwhile).doesNotContain("10.80.7.0").contains("10.90.0.0");
        assertThat(kept).doesNotContain("10.80.7.0").contains("10.90.0.0");
        inSync(Bench.only(bench.pass()));
        assertThat(routes()).contains("10.80.7.0", "10.90.0.0");
        assertThat(bench.files.entry(FILE).orElseThrow().content()).contains("10.80.7.0");
    }

    @Test
    void theRestOfTheInterfaceIsStillLookedAfter() {
        bench.apply(item("10.80.7.0/24"));
        handMade("10.80.0.1/16");
        bench.pass();

        bench.host.byHand("ip", "addr", "del", "10.0.0.1/24", "dev", "ib0.8001");
        failed(Bench.only(bench.pass()), "route.overlap");

        assertThat(bench.host.byHand("ip", "-j", "addr").stdout()).contains("\"local\":\"10.0.0.1\"");
        assertThat(routes()).doesNotContain("10.80.7.0");
    }

    /** Drift that is only reported is the tenant's affair; the host's traffic is not. */
    @Test
    void itIsTakenOutWhereDriftIsOnlyReportedToo() {
        bench.apply(item("10.80.7.0/24").setDriftPolicy(DriftPolicy.DRIFT_POLICY_REPORT_ONLY));
        handMade("10.80.0.1/16");

        failed(Bench.only(bench.pass()), "route.overlap");

        assertThat(routes()).doesNotContain("10.80.7.0");
        bench.host.byHand("ip", "link", "delete", "dev", "ib1.8007");
        inSync(Bench.only(bench.pass()));
    }

    @Test
    void routesOfTwoPartitionsAreThePortalsToKeepApart() {
        InterfaceItem.Builder other = Items.present(
                "if-2",
                Bench.PORT_1,
                0x8002,
                present -> present.setHost(HostSettings.newBuilder()
                        .addRoutes(Route.newBuilder()
                                .setTo("10.80.7.0/24")
                                .setVia("10.1.0.254")
                                .setMetric(7))),
                "10.1.0.1/24");

        bench.apply(item("10.80.7.0/24"), other).getInterfacesList().forEach(HostWallTest::inSync);
        bench.pass().getInterfacesList().forEach(HostWallTest::inSync);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.7/16,", "10.70.0.1/24,10.0.0.0/25"})
    void anAddressThatIsToComeIsNotInANetworkThatSomebodyMadeByHand(String address, String routed) {
        handMade(address);
        if (routed != null) {
            bench.host.byHand("ip", "-4", "route", "add", routed, "via", "10.70.0.254", "dev", "ib1.8007");
        }
        String before = bench.picture();

        failed(Bench.only(bench.apply(item())), "address.overlap");

        assertThat(bench.picture()).isEqualTo(before);
    }

    @Test
    void aNetworkThatTheHostGetsLaterIsToldAndTheAddressLeft() {
        inSync(Bench.only(bench.apply(item())));
        handMade("10.0.0.7/16");
        String before = bench.picture();

        InterfaceStatus status = Bench.only(bench.pass());

        failed(status, "address.overlap");
        assertThat(status.getMessage())
                .contains("10.0.0.1/24", "was there first")
                .doesNotContain("ib1.8007");
        assertThat(bench.picture()).isEqualTo(before);
    }

    /** Two ports in one partition by hand, and one of them is taken over: that is one network, and nobody's trouble. */
    @Test
    void theSamePartitionOnAnotherPortIsTheSameNetwork() {
        bench.effective(bench.port0, "0x8007");
        handMade("10.70.0.1/24");

        inSync(Bench.only(bench.apply(Items.present("if-1", Bench.PORT_0, 0x8007, "10.70.0.2/24"))));
    }
}
