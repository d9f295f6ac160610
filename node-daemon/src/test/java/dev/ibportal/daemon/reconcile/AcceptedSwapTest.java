package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.host.simulated.SimulatedHost;
import dev.ibportal.daemon.host.simulated.SimulatedPort;
import dev.ibportal.daemon.inventory.Backend.Kind;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A card was swapped while the host was off, and a person said that the new one takes the old one's place. */
class AcceptedSwapTest {
    private static final Guid NEW = Guid.parse("0x506b4b0300d1ffff");

    @ParameterizedTest
    @EnumSource(names = {"IFUPDOWN", "IFCFG", "WICKED"})
    void theOldInterfaceIsProvenGoneAndTheNewOneHasItsNameAndAddress(Kind keeper) throws IOException {
        Bench bench = Bench.keptBy(keeper);
        bench.effective(bench.port0, "0x8005");
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        SimulatedPort port = new SimulatedPort(NEW);
        SimulatedHost host = SimulatedHost.named("node1")
                .files(bench.files)
                .clock(bench.clock)
                .port(port)
                .build();
        Bench.joinable(port, IbMtu.MTU_2048, "0x8005");
        host.byHand("ip", "link", "set", "dev", "ib0", "up");
        HostReconciler reconciler = HostReconciler.open(host.host(), bench.state, Bench.QUICK);

        assertThat(reconciler.accept(bench.spec(
                        Items.absent("if-1", Bench.PORT_0, 0x8005, 7),
                        Items.present("if-2", NEW, 0x8005, "10.0.0.1/24"))))
                .isEmpty();
        NodeStatus status = reconciler.reconcile().orElseThrow();

        assertThat(status.getInterfaces(0).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_ABSENT);
        assertThat(status.getInterfaces(0).getProvenAbsentList()).containsExactly(7L);
        assertThat(status.getInterfaces(1).getState())
                .as(status.getInterfaces(1).getMessage())
                .isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
        assertThat(status.getInterfaces(1).getObserved().getName()).isEqualTo("ib0.8005");
        assertThat(bench.files.all().values())
                .filteredOn(entry -> entry.content().startsWith("# ibportal: "))
                .as("nothing is kept for the card that is gone")
                .noneMatch(entry -> entry.content().contains(Bench.PORT_0.toString()))
                .anyMatch(entry -> entry.content().contains(NEW.toString()));
    }
}
