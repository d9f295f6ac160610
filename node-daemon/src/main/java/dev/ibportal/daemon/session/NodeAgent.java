package dev.ibportal.daemon.session;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.inventory.Inventory;
import dev.ibportal.daemon.journal.ActionJournal;
import dev.ibportal.daemon.reconcile.NodeReconciler;
import dev.ibportal.daemon.state.StateDir;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One running daemon. A process of {@code ibnoded run} has one, a simulation many. */
public final class NodeAgent {
    private static final int NONCE_BYTES = 16;

    private final NodeDialogue dialogue;
    private final SessionLoop loop;

    /**
     * What this daemon works with.
     *
     * @param machineId as {@code /etc/machine-id} has it
     * @param state what it remembers, apart from its identity
     */
    public record Setup(
            String daemonVersion,
            String machineId,
            Host host,
            NodeReconciler reconciler,
            Inventory inventory,
            SubnetManagerRole subnetManager,
            ActionJournal journal,
            StateDir state) {}

    public NodeAgent(Line line, Setup setup, SharedRuntime runtime) {
        Lane lane = new Lane(line.name(), runtime.threads());
        this.dialogue = new NodeDialogue(
                new NodeDialogue.Greeting(line.name(), setup.daemonVersion(), setup.machineId(), nonce(runtime)),
                new NodeDialogue.Parts(
                        setup.host(), setup.reconciler(), setup.inventory(), setup.subnetManager(), setup.journal()),
                setup.state(),
                runtime,
                lane,
                line.board());
        this.loop = new SessionLoop(line, dialogue, runtime, lane);
    }

    private static String nonce(SharedRuntime runtime) {
        byte[] nonce = new byte[NONCE_BYTES];
        runtime.random().nextBytes(nonce);
        return HexFormat.of().formatHex(nonce);
    }

    /** Follows the spec on disk at once, and dials. */
    public void start() {
        dialogue.start();
        loop.start();
    }

    /** Carries out a plan, between whatever else is done on the host. */
    public CompletableFuture<NodeReconciler.Done> apply(String planDigest) {
        return dialogue.apply(planDigest);
    }

    public CompletableFuture<NodeReconciler.Done> rollback(String transaction) {
        return dialogue.rollback(Optional.of(transaction));
    }

    /** Ends what is under way on the host, then the session. */
    public CompletableFuture<Void> stop() {
        return dialogue.close().thenCompose(idle -> loop.stop());
    }
}
