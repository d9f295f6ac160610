package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.Hca;
import dev.ibportal.agent.v1.HostFacts;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.Netdev;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.agent.v1.SpecRefusalReason;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.inventory.Inventory;
import dev.ibportal.daemon.reconcile.NodeReconciler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A host that is whatever a test says, without files and commands. */
final class FakeHost implements NodeReconciler, Inventory, HostChanges, CommandRunner {
    final Map<String, InterfaceState> states = new ConcurrentHashMap<>();
    final List<Command> commands = new CopyOnWriteArrayList<>();
    final AtomicInteger passes = new AtomicInteger();
    final AtomicInteger sequence = new AtomicInteger();
    private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable NodeSpec spec;
    volatile int netdevs;
    volatile String commandOutput = "";

    void changes() {
        changes(Source.LINKS);
    }

    void changes(Source source) {
        listeners.forEach(listener -> listener.accept(Change.now(source)));
    }

    @Override
    public Optional<SpecRefusal> accept(NodeSpec offered) {
        NodeSpec before = spec;
        if (before != null && offered.getGeneration() < before.getGeneration()) {
            return Optional.of(SpecRefusal.newBuilder()
                    .setGeneration(offered.getGeneration())
                    .setReason(SpecRefusalReason.SPEC_REFUSAL_REASON_STALE)
                    .build());
        }
        spec = offered;
        return Optional.empty();
    }

    @Override
    public Optional<NodeStatus> reconcile() {
        passes.incrementAndGet();
        NodeSpec now = spec;
        if (now == null) {
            return Optional.empty();
        }
        NodeStatus.Builder status = NodeStatus.newBuilder()
                .setObservedGeneration(now.getGeneration())
                .setComplete(true);
        for (InterfaceItem item : now.getInterfacesList()) {
            status.addInterfaces(InterfaceStatus.newBuilder()
                    .setInterfaceId(item.getInterfaceId())
                    .setState(states.getOrDefault(item.getInterfaceId(), InterfaceState.INTERFACE_STATE_IN_SYNC)));
        }
        return Optional.of(status.build());
    }

    @Override
    public NodePlan plan(Optional<NodeSpec> wouldBe) {
        return NodePlan.newBuilder().setDigest("d1").build();
    }

    @Override
    public Done apply(String planDigest) {
        return planDigest.equals("d1")
                ? new Done(true, "applied", Optional.empty(), reconcile())
                : new Done(false, "stale", Optional.of(plan(Optional.empty())), Optional.empty());
    }

    @Override
    public Done rollback(Optional<String> transaction) {
        return Done.failed("nothing to take back");
    }

    @Override
    public boolean hasTold(Change change) {
        // Every pass has seen files.
        return change.source() == Source.FILES;
    }

    @Override
    public OptionalLong generation() {
        NodeSpec now = spec;
        return now == null ? OptionalLong.empty() : OptionalLong.of(now.getGeneration());
    }

    @Override
    public InventoryReport observe() {
        InventoryReport.Builder report = InventoryReport.newBuilder()
                .setSequence(sequence.incrementAndGet())
                .addHcas(Hca.newBuilder().setDevice("mlx5_0"))
                .addUnreadable("something");
        for (int i = 0; i < netdevs; i++) {
            report.addNetdevs(Netdev.newBuilder().setName("ib0." + i).addAddresses("10.0.0." + i + "/24"));
        }
        return report.build();
    }

    @Override
    public HostFacts facts() {
        return HostFacts.newBuilder().setPersistenceBackend("ifupdown").build();
    }

    @Override
    public Subscription subscribe(Consumer<Change> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public CommandResult run(Command command) {
        commands.add(command);
        return CommandResult.exited(command, 0, commandOutput, "");
    }

    @Override
    public boolean knows(String program) {
        return true;
    }
}
