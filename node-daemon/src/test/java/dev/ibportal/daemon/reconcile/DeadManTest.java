package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.Route;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.ipoib.WayOut;
import dev.ibportal.types.IpAddress;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way to the portal runs over ib0.8005, and a change cuts it. */
class DeadManTest {
    private static final String ADDRESS = "10.0.0.1/24";

    private final Way way = new Way();
    private Bench bench;

    /** The portal is reached as long as the interface has its address and this MTU. */
    private final class Way implements WayOut {
        private int waits;

        @Override
        public Optional<IpAddress> source() {
            return bench.host.byHand("ip", "-j", "addr").stdout().contains("\"10.0.0.1\"")
                    ? Optional.of(IpAddress.parse("10.0.0.1"))
                    : Optional.empty();
        }

        @Override
        public boolean reached() {
            return bench.host.byHand("ip", "-j", "-d", "link").stdout().contains("\"mtu\":2000");
        }

        @Override
        public boolean reachedInTime() {
            waits++;
            return reached();
        }
    }

    @BeforeEach
    void hostThatIsReachedOverOneOfItsInterfaces() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8005", "0x8006");
        open(bench.state);
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), ADDRESS));
    }

    private void open(HostFiles state) throws IOException {
        bench.reconciler = HostReconciler.open(bench.host.host(), state, Bench.QUICK.over(way));
    }

    @Test
    void aChangeThatCutsTheWayIsTakenBackByItself() throws IOException {
        String before = bench.picture();

        InterfaceStatus cut = Bench.only(
                bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(1400), ADDRESS)));

        assertThat(bench.picture()).isEqualTo(before);
        assertThat(cut.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_FAILED);
        assertThat(cut.getCause()).isEqualTo("portal.cut-off");
        assertThat(cut.getMessage()).contains("ib0.8005", "not reached again in time", "taken back");
        open(bench.state);
        bench.host.clearCommandLog();
        assertThat(Bench.only(bench.pass()).getCause()).isEqualTo("spec.rolled-back");
        assertThat(bench.host.changingCommands()).as("it is not tried again").isEmpty();
        InterfaceStatus mended = Bench.only(
                bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), ADDRESS)));
        assertThat(mended.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void aDaemonThatDiesWhileItWaitsGoesBackAtItsNextStart() throws IOException {
        String before = bench.picture();
        Mortal counting = new Mortal(step -> false, Mortal.Blow.KILL_AFTER);
        bench.reconciler =
                HostReconciler.open(counting.host(bench.host.host()), bench.state, Bench.QUICK.over(new DyingWay()));
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(1400), ADDRESS));
        boolean killed = false;
        try {
            bench.pass();
        } catch (Mortal.Killed e) {
            killed = true;
        }
        assertThat(killed).isTrue();
        assertThat(bench.picture()).isNotEqualTo(before);

        open(bench.state);
        InterfaceStatus status = Bench.only(bench.pass());

        assertThat(bench.picture()).isEqualTo(before);
        assertThat(status.getCause()).isEqualTo("spec.rolled-back");
    }

    private final class DyingWay implements WayOut {
        @Override
        public Optional<IpAddress> source() {
            return way.source();
        }

        @Override
        public boolean reached() {
            return way.reached();
        }

        @Override
        public boolean reachedInTime() {
            throw new Mortal.Killed();
        }
    }

    @Test
    void aChangeElsewhereIsNotWatched() {
        bench.apply(
                Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), ADDRESS),
                Items.present("if-2", Bench.PORT_0, 0x8006, "10.0.6.1/24"));

        assertThat(way.waits).isZero();
    }

    @Test
    void losingTheSourceAddressIsACutToo() {
        String before = bench.picture();

        InterfaceStatus cut = Bench.only(bench.apply(Items.absent("if-1", Bench.PORT_0, 0x8005, 4)));

        assertThat(cut.getCause()).isEqualTo("portal.cut-off");
        assertThat(cut.getProvenAbsentList()).isEmpty();
        assertThat(bench.picture()).isEqualTo(before);
    }

    /** The portal is behind some other interface, and answers as long as it is asked at all. */
    private static class Elsewhere implements WayOut {
        int waits;

        @Override
        public Optional<IpAddress> source() {
            return Optional.of(IpAddress.parse("192.0.2.12"));
        }

        @Override
        public Optional<IpAddress> portal() {
            return Optional.of(IpAddress.parse("203.0.113.9"));
        }

        @Override
        public boolean reached() {
            return true;
        }

        @Override
        public boolean reachedInTime() {
            waits++;
            return true;
        }
    }

    private static InterfaceItem.Builder with(HostSettings.Builder settings) {
        return Items.present(
                "if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000).setHost(settings), ADDRESS);
    }

    private static HostSettings.Builder route(String to) {
        return HostSettings.newBuilder().addRoutes(Route.newBuilder().setTo(to).setVia("10.0.0.254"));
    }

    @Test
    void aRouteOverThePortalIsWatchedAndADaemonThatDiesMeanwhileGoesBack() throws IOException {
        String before = bench.picture();
        WayOut dying = new Elsewhere() {
            @Override
            public boolean reachedInTime() {
                throw new Mortal.Killed();
            }
        };
        bench.reconciler = HostReconciler.open(bench.host.host(), bench.state, Bench.QUICK.over(dying));
        bench.accept(with(route("203.0.113.0/24")));
        assertThatThrownBy(() -> bench.pass()).isInstanceOf(Mortal.Killed.class);
        assertThat(bench.picture()).isNotEqualTo(before);

        bench.reconciler = HostReconciler.open(bench.host.host(), bench.state, Bench.QUICK.over(new Elsewhere()));
        InterfaceStatus status = Bench.only(bench.pass());

        assertThat(bench.picture()).isEqualTo(before);
        assertThat(status.getCause()).isEqualTo("spec.rolled-back");
    }

    @Test
    void routesAndRulesForOtherPacketsAreNotWatched() throws IOException {
        Elsewhere elsewhere = new Elsewhere();
        bench.reconciler = HostReconciler.open(bench.host.host(), bench.state, Bench.QUICK.over(elsewhere));

        InterfaceStatus status =
                Bench.only(bench.apply(with(route("10.9.0.0/16").setSourceTable(1 << 20))));

        assertThat(status.getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(elsewhere.waits).isZero();
    }
}
