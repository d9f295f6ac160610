package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.Hello;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.Role;
import dev.ibportal.agent.v1.SessionRequest;
import dev.ibportal.agent.v1.SessionResponse;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.agent.v1.TaskUpdate;
import dev.ibportal.agent.v1.Welcome;
import dev.ibportal.daemon.drivers.DriverJobs;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.inventory.Inventory;
import dev.ibportal.daemon.journal.ActionJournal;
import dev.ibportal.daemon.reconcile.NodeReconciler;
import dev.ibportal.daemon.state.StateDir;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Joins the stream with the work behind it. Its state is used on the session's lane only. */
final class NodeDialogue implements Dialogue {
    private static final List<String> CAPABILITIES = List.of(
            "ipoib.child",
            "ipoib.parent",
            "host.settings",
            "parent.default",
            "task.ping",
            "task.observe",
            "task.plan",
            "task.diagnose",
            "task.apply",
            "task.rollback",
            "drift",
            "journal");

    private final Greeting greeting;
    private final NodeReconciler reconciler;
    private final Inventory inventory;
    private final SubnetManagerRole subnetManager;
    private final Executor lane;
    private final ConnectionBoard board;
    private final HostWork host;
    private final Tasks tasks;
    private final JournalPost journal;
    private final DriverJobs drivers;

    private @Nullable Outbox out;
    private int partBytes = SessionSettings.PART_BYTES;
    private StatusChanges changes = new StatusChanges();
    private @Nullable NodeStatus heldStatus;
    private @Nullable InventoryReport heldInventory;

    /** What never changes while the daemon runs. */
    record Greeting(String name, String daemonVersion, String machineId, String bootNonce) {}

    /** What one daemon works with. */
    record Parts(
            Host host,
            NodeReconciler reconciler,
            Inventory inventory,
            SubnetManagerRole subnetManager,
            ActionJournal journal) {}

    NodeDialogue(
            Greeting greeting,
            Parts parts,
            StateDir state,
            SharedRuntime runtime,
            Executor lane,
            ConnectionBoard board) {
        this.greeting = greeting;
        this.reconciler = parts.reconciler();
        this.inventory = parts.inventory();
        this.subnetManager = parts.subnetManager();
        this.lane = lane;
        this.board = board;
        this.host = new HostWork(
                greeting.name(), reconciler, inventory, parts.host().changes(), runtime, new HostResults());
        this.tasks = new Tasks(
                new TaskLedger(state),
                new Ping(parts.host().commands()),
                host,
                new EvidenceGatherer(parts.host()),
                runtime,
                this::taskUpdate);
        this.drivers = new DriverJobs(
                parts.host(),
                state,
                new Lane(greeting.name() + " drivers", runtime.threads()),
                this::sendFromAnyThread);
        this.journal = new JournalPost(parts.journal(), runtime, lane, this::sendIfReady);
    }

    void start() {
        host.start();
        drivers.start();
    }

    CompletableFuture<NodeReconciler.Done> apply(String planDigest) {
        return host.apply(planDigest);
    }

    CompletableFuture<NodeReconciler.Done> rollback(Optional<String> transaction) {
        return host.rollback(transaction);
    }

    CompletableFuture<Void> close() {
        subnetManager.close();
        return host.close();
    }

    @Override
    public Hello hello() {
        Hello.Builder hello = Hello.newBuilder()
                .setDaemonVersion(greeting.daemonVersion())
                .setMachineId(greeting.machineId())
                .setBootNonce(greeting.bootNonce())
                .addRoles(Role.ROLE_NODE)
                .setFacts(inventory.facts());
        CAPABILITIES.forEach(hello::addCapabilities);
        DriverJobs.CAPABILITIES.forEach(hello::addCapabilities);
        String backend = hello.getFacts().getPersistenceBackend();
        if (!backend.isEmpty()) {
            hello.addCapabilities("persist." + backend);
        }
        reconciler.generation().ifPresent(hello::setSpecGeneration);
        if (subnetManager.isConfigured()) {
            hello.addRoles(Role.ROLE_SUBNET_MANAGER)
                    .addCapabilities("sm." + subnetManager.kind().toLowerCase(Locale.ROOT));
            if (subnetManager.hasServiceLevels()) {
                hello.addCapabilities("sm.qos");
            }
            if (subnetManager.putsIndex0()) {
                hello.addCapabilities("sm.index0");
            }
            subnetManager.generation().ifPresent(hello::setSmGeneration);
        }
        return hello.build();
    }

    @Override
    public void opened(Welcome welcome, Outbox opened) {
        out = opened;
        int limit = welcome.getMaxMessageBytes();
        partBytes = limit > 0 ? Math.min(SessionSettings.PART_BYTES, limit) : SessionSettings.PART_BYTES;
        changes = new StatusChanges();
        heldStatus = null;
        heldInventory = null;
        journal.opened(welcome);
        host.look(true);
        host.pass();
    }

    @Override
    public void received(SessionResponse message) {
        switch (message.getBodyCase()) {
            case NODE_SPEC -> {
                changes.wantComplete();
                host.accept(message.getNodeSpec(), this::specRefused);
            }
            case SM_DOCUMENT -> subnetManager.apply(message.getSmDocument(), this::sendFromAnyThread);
            case SM_READ -> subnetManager.read(message.getSmRead(), this::sendFromAnyThread);
            case TASK -> tasks.handle(message.getTask());
            case TASK_CANCEL -> tasks.cancel(message.getTaskCancel().getTaskId());
            case DRIVER_JOB -> drivers.take(message.getDriverJob());
            case WELCOME, GOODBYE, BODY_NOT_SET -> {
                // The loop handles the first two; what is not set is from a newer portal, and ignored by contract.
            }
        }
    }

    private void specRefused(SpecRefusal refusal) {
        sendFromAnyThread(SessionRequest.newBuilder().setSpecRefusal(refusal).build());
    }

    private void taskUpdate(TaskUpdate update) {
        sendFromAnyThread(SessionRequest.newBuilder().setTaskUpdate(update).build());
    }

    private boolean sendIfReady(SessionRequest message) {
        Outbox to = out;
        if (to == null || !to.isReady()) {
            return false;
        }
        to.send(message);
        return true;
    }

    private void sendFromAnyThread(SessionRequest message) {
        lane.execute(() -> {
            if (out != null) {
                out.send(message);
            }
        });
    }

    private final class HostResults implements HostWork.Results {
        @Override
        public void status(NodeStatus status) {
            lane.execute(() -> {
                board.status(status);
                heldStatus = status;
                sendHeld();
            });
        }

        @Override
        public void inventory(InventoryReport report) {
            lane.execute(() -> {
                heldInventory = report;
                sendHeld();
            });
        }
    }

    @Override
    public void ready() {
        sendHeld();
        journal.send();
    }

    /** Only the newest of each kind waits for a full stream. */
    private void sendHeld() {
        Outbox to = out;
        if (to == null || !to.isReady()) {
            return;
        }
        if (heldInventory != null) {
            for (InventoryReport part : InventoryParts.of(heldInventory, partBytes)) {
                to.send(SessionRequest.newBuilder().setInventory(part).build());
            }
            heldInventory = null;
        }
        if (heldStatus != null) {
            changes.of(heldStatus)
                    .ifPresent(news -> StatusChanges.parts(news, partBytes)
                            .forEach(part -> to.send(SessionRequest.newBuilder()
                                    .setNodeStatus(part)
                                    .build())));
            heldStatus = null;
        }
    }

    @Override
    public void closed() {
        out = null;
        journal.closed();
    }
}
