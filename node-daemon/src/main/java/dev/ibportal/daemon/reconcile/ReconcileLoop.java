package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.daemon.host.HostChanges;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs passes when something may have changed: a new spec, the host, or time. Any number of triggers during a pass makes
 * one more pass. Owns no thread, so that a thousand of them fit into one process.
 */
public final class ReconcileLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

    private final NodeReconciler reconciler;
    private final HostChanges changes;
    private final ScheduledExecutorService timer;
    private final Executor workers;
    private final Duration resync;
    private final Consumer<NodeStatus> listener;

    private HostChanges.@Nullable Subscription subscription;
    private @Nullable ScheduledFuture<?> next;
    private Duration retry = FIRST_RETRY;
    private boolean running;
    private boolean again;
    private boolean closed;

    /**
     * @param timer only starts passes, never runs them
     * @param workers runs passes, which wait for child processes
     * @param resync how often to look without any reason, {@code resync.interval}
     * @param listener gets the status of every pass, on a worker
     */
    public ReconcileLoop(
            NodeReconciler reconciler,
            HostChanges changes,
            ScheduledExecutorService timer,
            Executor workers,
            Duration resync,
            Consumer<NodeStatus> listener) {
        this.reconciler = reconciler;
        this.changes = changes;
        this.timer = timer;
        this.workers = workers;
        this.resync = resync;
        this.listener = listener;
    }

    /** Runs the first pass, which needs no portal: it follows the spec on disk. */
    public synchronized void start() {
        subscription = changes.subscribe(this::trigger);
        trigger();
    }

    /** Asks for a pass soon; cheap, and safe from any thread. */
    public synchronized void trigger() {
        if (closed) {
            return;
        }
        if (running) {
            again = true;
            return;
        }
        running = true;
        cancelNext();
        workers.execute(this::pass);
    }

    private void pass() {
        boolean settled = false;
        try {
            settled = run();
        } catch (RuntimeException e) {
            LOG.error("a pass failed, the next one follows", e);
        } finally {
            ended(settled);
        }
    }

    private boolean run() {
        Optional<NodeStatus> status = reconciler.reconcile();
        status.ifPresent(listener);
        return status.stream()
                .flatMap(s -> s.getInterfacesList().stream())
                .noneMatch(item -> item.getState() == InterfaceState.INTERFACE_STATE_FAILED
                        || item.getState() == InterfaceState.INTERFACE_STATE_PENDING);
    }

    private synchronized void ended(boolean settled) {
        running = false;
        Duration pause = settled ? resync : min(retry, resync);
        retry = settled ? FIRST_RETRY : min(retry.multipliedBy(2), resync);
        if (again) {
            again = false;
            trigger();
        } else if (!closed) {
            next = timer.schedule(this::trigger, pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private void cancelNext() {
        if (next != null) {
            next.cancel(false);
            next = null;
        }
    }

    /** No pass begins any more; one that runs ends by itself. */
    @Override
    public synchronized void close() {
        closed = true;
        cancelNext();
        if (subscription != null) {
            subscription.close();
        }
    }
}
