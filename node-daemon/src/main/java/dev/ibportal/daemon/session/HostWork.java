package dev.ibportal.daemon.session;

import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InventoryReport;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.inventory.Inventory;
import dev.ibportal.daemon.reconcile.NodeReconciler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Everything that touches one host, one thing after the other: passes over the spec and looks at the machine. Works
 * the same with and without a portal. Wishes for a pass that is still to begin are merged into it.
 */
final class HostWork {
    /** A change of the host is often the first of many; the inventory can wait for the rest of them. */
    private static final Duration INVENTORY_DELAY = Duration.ofSeconds(2);

    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofSeconds(30);

    /** What came of the work, told on the thread that did it. */
    interface Results {
        void status(NodeStatus status);

        void inventory(InventoryReport report);
    }

    private final NodeReconciler reconciler;
    private final Inventory inventory;
    private final HostChanges changes;
    private final SharedRuntime runtime;
    private final Lane lane;
    private final Results results;
    private final AtomicBoolean passQueued = new AtomicBoolean();
    private final AtomicBoolean lookQueued = new AtomicBoolean();
    private volatile boolean closed;

    // Used on the lane only.
    private Duration retry = FIRST_RETRY;
    private @Nullable ScheduledFuture<?> retrying;
    private @Nullable InventoryReport lastSeen;

    private HostChanges.@Nullable Subscription subscription;

    HostWork(
            String name,
            NodeReconciler reconciler,
            Inventory inventory,
            HostChanges changes,
            SharedRuntime runtime,
            Results results) {
        this.reconciler = reconciler;
        this.inventory = inventory;
        this.changes = changes;
        this.runtime = runtime;
        this.lane = new Lane(name, runtime.threads());
        this.results = results;
    }

    void start() {
        subscription = changes.subscribe(this::hostChanged);
        every(runtime.settings().resync(), this::pass);
        every(runtime.settings().inventory(), () -> look(true));
        pass();
    }

    private void every(Duration period, Runnable job) {
        // Drawn apart so that daemons started together do not beat together.
        long first = runtime.random().nextLong(period.toMillis()) + period.toMillis() / 2;
        runtime.timer().scheduleWithFixedDelay(job, first, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What a pass does is a change of the host too, and the pass has looked at it when the news comes. */
    private void hostChanged(HostChanges.Change change) {
        run(() -> {
            if (!reconciler.hasTold(change)) {
                passNow();
            }
        });
        if (lookQueued.compareAndSet(false, true)) {
            runtime.timer().schedule(() -> run(this::lookIfChanged), INVENTORY_DELAY.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    void accept(NodeSpec spec, Consumer<SpecRefusal> refused) {
        run(() -> reconciler.accept(spec).ifPresentOrElse(refused, this::pass));
    }

    void pass() {
        if (passQueued.compareAndSet(false, true)) {
            run(() -> {
                passQueued.set(false);
                passNow();
            });
        }
    }

    private void passNow() {
        reconciler.reconcile().ifPresent(status -> {
            results.status(status);
            retryIfUnfinished(status);
        });
    }

    /** The host does not tell everything that changes, for example a key that arrives in a table. */
    private void retryIfUnfinished(NodeStatus status) {
        if (retrying != null) {
            retrying.cancel(false);
        }
        boolean unfinished = status.getInterfacesList().stream().anyMatch(item -> switch (item.getState()) {
            case INTERFACE_STATE_PENDING, INTERFACE_STATE_APPLYING, INTERFACE_STATE_FAILED -> true;
            // One that is only reported waits for a person, one that is damped for its time.
            case INTERFACE_STATE_DRIFTED -> item.getDrift().hasNotBefore();
            case INTERFACE_STATE_UNSPECIFIED,
                    INTERFACE_STATE_IN_SYNC,
                    INTERFACE_STATE_PENDING_REBOOT,
                    INTERFACE_STATE_ABSENT,
                    INTERFACE_STATE_HELD,
                    UNRECOGNIZED -> item.getState() == InterfaceState.INTERFACE_STATE_UNSPECIFIED;
        });
        if (!unfinished) {
            retry = FIRST_RETRY;
            return;
        }
        retrying = runtime.timer().schedule(this::pass, retry.toMillis(), TimeUnit.MILLISECONDS);
        Duration doubled = retry.multipliedBy(2);
        retry = doubled.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : doubled;
    }

    /** A full look at the machine, reported even when nothing changed. */
    void look(boolean always) {
        run(() -> {
            if (always) {
                lastSeen = null;
            }
            lookIfChanged();
        });
    }

    private void lookIfChanged() {
        lookQueued.set(false);
        InventoryReport report = inventory.observe();
        InventoryReport timeless =
                report.toBuilder().clearObservedAt().clearSequence().build();
        if (!timeless.equals(lastSeen)) {
            lastSeen = timeless;
            results.inventory(report);
        }
    }

    /** Look and pass, then tell. */
    CompletableFuture<Void> observe() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        run(() -> {
            try {
                lastSeen = null;
                lookIfChanged();
                passNow();
                done.complete(null);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /** Makes a plan, of the newest spec or of one that is to be tried. */
    CompletableFuture<NodePlan> plan(Optional<NodeSpec> wouldBe) {
        return ask(() -> reconciler.plan(wouldBe));
    }

    CompletableFuture<NodeReconciler.Done> apply(String planDigest) {
        return ask(() -> told(reconciler.apply(planDigest)));
    }

    CompletableFuture<NodeReconciler.Done> rollback(Optional<String> transaction) {
        return ask(() -> told(reconciler.rollback(transaction)));
    }

    private NodeReconciler.Done told(NodeReconciler.Done done) {
        done.status().ifPresent(status -> {
            results.status(status);
            retryIfUnfinished(status);
        });
        return done;
    }

    private <T> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        run(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private void run(Runnable job) {
        if (!closed) {
            lane.execute(job);
        }
    }

    /** Takes no more work; done when what is under way has ended. */
    CompletableFuture<Void> close() {
        closed = true;
        if (subscription != null) {
            subscription.close();
        }
        CompletableFuture<Void> idle = new CompletableFuture<>();
        lane.execute(() -> idle.complete(null));
        return idle;
    }
}
