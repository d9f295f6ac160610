package dev.ibportal.daemon.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.agent.v1.FileFate;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.PlanVerdict;
import dev.ibportal.agent.v1.PlannedAction;
import dev.ibportal.agent.v1.PlannedItem;
import dev.ibportal.agent.v1.TrafficEffect;
import dev.ibportal.agent.v1.TrafficKind;
import dev.ibportal.daemon.reconcile.NodeReconciler.Done;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlanTest {
    private Bench bench;

    @BeforeEach
    void hostWithAPartition() throws IOException {
        bench = Bench.ifupdown();
        bench.effective(bench.port0, "0x8005", "0x8006");
    }

    private NodePlan plan() {
        return bench.reconciler.plan(Optional.empty());
    }

    @Test
    void aNewChildIsShownStepByStep() {
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), "10.0.0.1/24"));
        bench.host.clearCommandLog();

        NodePlan plan = plan();

        PlannedItem item = plan.getItems(0);
        assertThat(item.getName()).isEqualTo("ib0.8005");
        assertThat(item.getVerdict()).isEqualTo(PlanVerdict.PLAN_VERDICT_CHANGE);
        assertThat(item.getActionsList())
                .filteredOn(PlannedAction::hasCommand)
                .extracting(action -> String.join(" ", action.getCommand().getArgvList()))
                .containsExactly(
                        "ip link add link ib0 name ib0.8005 type ipoib pkey 0x8005 mode datagram",
                        "ip link set dev ib0.8005 mtu 2000",
                        "ip addr add 10.0.0.1/24 dev ib0.8005",
                        "ip link set dev ib0.8005 up");
        assertThat(item.getActions(0).getFile()).satisfies(file -> {
            assertThat(file.getPath()).isEqualTo("/etc/network/interfaces.d/ibportal-ib0-8005");
            assertThat(file.getFate()).isEqualTo(FileFate.FILE_FATE_CREATED);
            assertThat(file.getMode()).isEqualTo("rw-r--r--");
            assertThat(file.getDiff())
                    .startsWith("--- /dev/null\n+++ /etc/network/interfaces.d/ibportal-ib0-8005\n@@ -0,0 +1,")
                    .contains("+auto ib0.8005\n");
        });
        assertThat(item.getTrafficList())
                .containsExactly(TrafficEffect.newBuilder()
                        .setKind(TrafficKind.TRAFFIC_KIND_ADDED)
                        .setSubject("ib0.8005")
                        .build());
        assertThat(plan.getUntouchedList()).contains("file /etc/network/interfaces");
        assertThat(bench.host.changingCommands()).isEmpty();
    }

    @Test
    void whatIsNotOursIsNamedAndStays() {
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        bench.host.byHand("ip", "addr", "add", "192.0.2.7/24", "dev", "ib0.8005");
        bench.host.byHand("ip", "link", "add", "link", "ib0", "name", "ib0.8006", "type", "ipoib", "pkey", "0x8006");

        NodePlan plan = plan();

        assertThat(plan.getItems(0).getVerdict()).isEqualTo(PlanVerdict.PLAN_VERDICT_NOTHING);
        assertThat(plan.getUntouchedList())
                .contains("address 192.0.2.7/24 on ib0.8005")
                .anyMatch(text -> text.startsWith("interface ib0.8006"));
    }

    @Test
    void aChangedFileIsShownAsAUnifiedDiff() {
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(1500), "10.0.0.1/24"));
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, item -> item.setMtu(2000), "10.0.0.1/24"));

        PlannedItem item = plan().getItems(0);

        assertThat(item.getActions(0).getFile().getDiff())
                .contains(
                        "-    pre-up ip link set dev ib0.8005 mtu 1500\n+    pre-up ip link set dev ib0.8005 mtu 2000\n");
        assertThat(item.getTrafficList())
                .extracting(TrafficEffect::getKind)
                .containsExactly(TrafficKind.TRAFFIC_KIND_PACKET_SIZE);
    }

    @Test
    void aStalePlanIsRefusedAndTheNewOneShown() {
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        String digest = plan().getDigest();
        bench.host.byHand("ip", "link", "add", "link", "ib0", "name", "ib0.8005", "type", "ipoib", "pkey", "0x8005");
        bench.host.clearCommandLog();

        Done done = bench.reconciler.apply(digest);

        assertThat(done.succeeded()).isFalse();
        assertThat(done.message()).contains("is stale");
        assertThat(done.plan().orElseThrow().getDigest()).isNotEqualTo(digest);
        assertThat(bench.host.changingCommands()).isEmpty();
        assertThat(bench.reconciler.apply(done.plan().orElseThrow().getDigest()).succeeded())
                .isTrue();
    }

    @Test
    void aNewerSpecMakesAPlanStale() {
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        String digest = plan().getDigest();
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.2/24"));

        assertThat(bench.reconciler.apply(digest).message()).contains("is stale");
    }

    @Test
    void carrierAloneMakesNoPlanStale() {
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        String digest = plan().getDigest();
        bench.port0.update(port -> port.withPkeys(List.of(0xffff)));

        assertThat(plan().getDigest()).isEqualTo(digest);
    }

    @Test
    void aWouldBeSpecIsPlannedWithoutBeingTaken() {
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        long generation = bench.reconciler.generation().orElseThrow();

        NodePlan plan = bench.reconciler.plan(Optional.of(bench.spec(
                Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"),
                Items.present("if-2", Bench.PORT_0, 0x8006, "10.0.6.1/24"))));

        assertThat(plan.getItemsList())
                .extracting(PlannedItem::getVerdict)
                .containsExactly(PlanVerdict.PLAN_VERDICT_NOTHING, PlanVerdict.PLAN_VERDICT_CHANGE);
        assertThat(bench.reconciler.generation()).hasValue(generation);
        assertThat(bench.pass().getInterfacesCount()).isEqualTo(1);
    }

    @Test
    void aSpecThatWouldBeRefusedIsNoPlan() {
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));

        NodePlan plan = bench.reconciler.plan(Optional.of(bench.spec()));

        assertThat(plan.getRefusal()).contains("nothing is removed by omission");
    }

    @Test
    void theModuleComesFirst() throws IOException {
        bench = Bench.ifupdown(builder -> builder.moduleNotLoaded());
        bench.effective(bench.port0, "0x8005");
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));

        NodePlan plan = plan();

        assertThat(plan.getShared(0).getCommand().getArgvList()).containsExactly("modprobe", "ib_ipoib");
        assertThat(plan.getItems(0).getVerdict()).isEqualTo(PlanVerdict.PLAN_VERDICT_CHANGE);
        assertThat(bench.reconciler.apply(plan.getDigest()).succeeded()).isTrue();
        assertThat(bench.pass().getInterfaces(0).getState()).isEqualTo(InterfaceState.INTERFACE_STATE_IN_SYNC);
    }

    @Test
    void anAddressThatMovesIsFreedFirst() {
        bench.apply(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        bench.accept(
                Items.absent("if-1", Bench.PORT_0, 0x8005, 3),
                Items.present("if-2", Bench.PORT_0, 0x8006, "10.0.0.1/24"));

        NodePlan plan = plan();
        Done done = bench.reconciler.apply(plan.getDigest());

        assertThat(plan.getItemsList())
                .extracting(PlannedItem::getVerdict)
                .containsExactly(PlanVerdict.PLAN_VERDICT_CHANGE, PlanVerdict.PLAN_VERDICT_CHANGE);
        assertThat(plan.getItems(0).getTrafficList())
                .extracting(TrafficEffect::getKind)
                .containsExactly(TrafficKind.TRAFFIC_KIND_INTERFACE_REMOVED);
        assertThat(done.succeeded()).as(done.message()).isTrue();
    }

    @Test
    void theBeginningOfADigestIsEnough() {
        bench.accept(Items.present("if-1", Bench.PORT_0, 0x8005, "10.0.0.1/24"));
        String digest = bench.reconciler.plan(Optional.empty()).getDigest();

        assertThat(bench.reconciler.apply("0123456789ab").succeeded()).isFalse();
        assertThat(bench.reconciler.apply(digest.substring(0, 12)).succeeded()).isTrue();
    }
}
