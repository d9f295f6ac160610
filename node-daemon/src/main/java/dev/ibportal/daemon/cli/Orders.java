package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.reconcile.NodeReconciler;
import dev.ibportal.daemon.reconcile.NodeReconciler.Done;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.daemon.state.StateLock;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Function;

/** Gives an order to the running daemon, or carries it out in its place where none runs. */
final class Orders {
    private Orders() {}

    static Done give(DaemonConfig config, String what, String planDigest, Function<NodeReconciler, Done> inItsPlace)
            throws IOException, InterruptedException {
        StateDir state = StateDir.open(config.stateDir());
        Clock clock = Clock.systemUTC();
        Optional<StateLock> free = state.ownIfFree();
        if (free.isPresent()) {
            try (StateLock owned = free.get()) {
                return inItsPlace.apply(Wiring.reconciler(config, owned.dir(), clock));
            }
        }
        return new Requests(state, clock)
                .ask(what, planDigest, Wiring.lastTransaction(state))
                .orElseGet(() -> Done.failed("the daemon runs, but gave no answer; see its log"));
    }

    static int report(Done done) {
        (done.succeeded() ? System.out : System.err).println("ibnoded: " + done.message());
        if (done.succeeded()) {
            return ExitCode.OK;
        }
        return done.message().contains("is stale") ? ExitCode.STALE : ExitCode.NOT_APPLIED;
    }
}
