package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.inventory.Backend;
import dev.ibportal.daemon.reconcile.NodeReconciler.Done;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A plan that a person applies is one transaction: whatever goes wrong at whichever step, and whether or not the daemon
 * lives through it, the host is then wholly as planned or wholly as before.
 */
class TransactionTest {
    /** One interface to be made, one to be changed, one to go. */
    private static Bench bench(Backend.Kind keeper) throws IOException {
        Bench bench = Bench.keptBy(keeper);
        bench.effective(bench.port0, "0x8005", "0x8006", "0x8007");
        NodeStatus before = bench.apply(
                Items.present("if-2", Bench.PORT_0, 0x8006, item -> item.setMtu(1500), "10.0.6.1/24"),
                Items.present("if-3", Bench.PORT_0, 0x8007, "10.0.7.1/24", "fd00:7::1/64"));
        assertThat(before.getInterfacesList())
                .allMatch(item -> item.getState() == InterfaceState.INTERFACE_STATE_IN_SYNC);
        return bench;
    }

    private static InterfaceItem.Builder[] wanted() {
        return new InterfaceItem.Builder[] {
            Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), "10.0.5.1/24", "fd00:5::1/64"),
            Items.present(
                    "if-2",
                    Bench.PORT_0,
                    0x8006,
                    item -> item.setMtu(2000).addAddresses(Items.tombstone("10.0.6.1/24", 7)),
                    "10.0.6.2/24"),
            Items.absent("if-3", Bench.PORT_0, 0x8007, 9)
        };
    }

    private static Done apply(NodeReconciler reconciler) {
        return reconciler.apply(reconciler.plan(Optional.empty()).getDigest());
    }

    private static HostReconciler open(Bench bench, Mortal mortal) throws IOException {
        return HostReconciler.open(mortal.host(bench.host.host()), mortal.files(bench.state, "own "), Bench.QUICK);
    }

    private static List<String> steps(Backend.Kind keeper) throws IOException {
        Bench bench = bench(keeper);
        bench.accept(wanted());
        Mortal counting = Mortal.immortal();
        Done done = apply(open(bench, counting));
        assertThat(done.succeeded()).as(done.message()).isTrue();
        assertThat(done.status().orElseThrow().getInterfaces(2).getProvenAbsentList())
                .containsExactly(9L);
        return counting.steps();
    }

    static List<Arguments> keepersAndBlows() {
        List<Arguments> all = new ArrayList<>();
        for (Backend.Kind keeper : Backend.Kind.values()) {
            for (Mortal.Blow blow : Mortal.Blow.values()) {
                all.add(Arguments.of(keeper, blow));
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("keepersAndBlows")
    void everyStepLeavesTheHostAsItWasOrAsPlanned(Backend.Kind keeper, Mortal.Blow blow) throws IOException {
        List<String> steps = steps(keeper);
        assertThat(steps).hasSizeGreaterThan(8);
        Bench planned = bench(keeper);
        planned.accept(wanted());
        assertThat(apply(planned.reconciler).succeeded()).isTrue();
        for (int at = 0; at < steps.size(); at++) {
            int step = at;
            Bench bench = bench(keeper);
            bench.accept(wanted());
            String before = bench.picture();
            Optional<Done> done = Optional.empty();
            try {
                done = Optional.of(apply(open(bench, new Mortal(n -> n == step, blow))));
            } catch (Mortal.Killed e) {
                bench.restart();
                bench.pass();
            }

            String after = bench.picture();

            boolean kept = after.equals(planned.picture());
            assertThat(kept || after.equals(before))
                    .as("%s at %s: %s%n%s%nbefore%n%s", blow, steps.get(at), done.map(Done::message), after, before)
                    .isTrue();
            assertThat(done.map(Done::succeeded).orElse(kept)).as(steps.get(at)).isEqualTo(kept);
            bench.restart();
            Done again = apply(bench.reconciler);
            assertThat(again.succeeded())
                    .as("applied after all, once %s at %s is over: %s", blow, steps.get(at), again.message())
                    .isTrue();
            assertThat(bench.picture()).isEqualTo(planned.picture());
        }
    }

    @ParameterizedTest
    @EnumSource
    void anybodyMayGoBackAndItStaysSo(Backend.Kind keeper) throws IOException {
        Bench bench = bench(keeper);
        bench.accept(wanted());
        String before = bench.picture();
        assertThat(apply(bench.reconciler).succeeded()).isTrue();
        assertThat(bench.picture()).isNotEqualTo(before);

        Done done = bench.reconciler.rollback(Optional.empty());
        bench.restart();
        NodeStatus later = bench.pass();

        assertThat(done.succeeded()).as(done.message()).isTrue();
        assertThat(bench.picture()).isEqualTo(before);
        assertThat(later.getInterfaces(0).getCause()).isEqualTo("spec.rolled-back");
        assertThat(later.getInterfaces(2).getProvenAbsentList()).isEmpty();
        assertThat(bench.reconciler.rollback(Optional.empty()).succeeded()).isFalse();
        assertThat(apply(bench.reconciler).succeeded()).isTrue();
        assertThat(bench.pass().getInterfaces(0).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @ParameterizedTest
    @EnumSource
    void aNewerSpecEndsTheHold(Backend.Kind keeper) throws IOException {
        Bench bench = bench(keeper);
        bench.apply(wanted());
        bench.reconciler.rollback(Optional.empty());

        NodeStatus status = bench.apply(wanted());

        assertThat(status.getInterfacesList())
                .allMatch(item -> item.getState() == InterfaceState.INTERFACE_STATE_IN_SYNC
                        || item.getState() == InterfaceState.INTERFACE_STATE_ABSENT);
    }

    /** An order that waited meanwhile was about the one before. */
    @Test
    void onlyTheTransactionThatSomebodyMeantIsTakenBack() throws IOException {
        Bench bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8005");
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        String meant = TransactionId.of(bench.state.read("/last.json").found());
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, present -> present.setMtu(1500), "10.0.0.1/24"));
        String before = bench.picture();

        Done done = bench.reconciler.rollback(Optional.of(meant));

        assertThat(done.succeeded()).isFalse();
        assertThat(done.message()).contains("another transaction");
        assertThat(bench.picture()).isEqualTo(before);
        String last = TransactionId.of(bench.state.read("/last.json").found());
        assertThat(bench.reconciler.rollback(Optional.of(last)).succeeded()).isTrue();
    }
}
