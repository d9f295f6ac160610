package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.HostChanges;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears from the kernel, through {@code ip monitor}, of links and addresses that change: sysfs shows no addresses. One
 * that ends is started again; until then the periodic look has to do.
 */
final class LinkWatch implements HostChanges {
    private static final Logger LOG = LoggerFactory.getLogger(LinkWatch.class);
    private static final Command MONITOR = Command.of("ip", "-o", "monitor", "link", "address");

    /** Events come in bursts; one look is enough for a burst. */
    private static final Duration BURST = Duration.ofMillis(100);

    private static final Duration READY = Duration.ofSeconds(1);
    private static final Duration FIRST_RESTART = Duration.ofSeconds(1);
    private static final Duration LAST_RESTART = Duration.ofMinutes(5);

    private final CommandRunner commands;
    private volatile boolean listening;

    LinkWatch(CommandRunner commands) {
        this.commands = commands;
    }

    /** Whether links that change are heard of now. */
    boolean isListening() {
        return listening;
    }

    @Override
    public Subscription subscribe(Consumer<Change> listener) {
        Ear ear = new Ear(listener);
        ear.listen();
        return ear;
    }

    private final class Ear implements Subscription {
        private final Consumer<Change> listener;
        private final AtomicBoolean due = new AtomicBoolean();
        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "link-watch");
            thread.setDaemon(true);
            return thread;
        });
        private AutoCloseable program = () -> {};
        private Duration restart = FIRST_RESTART;
        private volatile long lastHeard;
        private boolean closed;

        Ear(Consumer<Change> listener) {
            this.listener = listener;
        }

        synchronized void listen() {
            if (!closed) {
                listening = true;
                program = commands.follow(MONITOR, this::event, this::ended);
                // It hears nothing of what happens before it is ready.
                later(READY, () -> listener.accept(Change.now(Source.LINKS)));
            }
        }

        private void event(String line) {
            restart = FIRST_RESTART;
            lastHeard = System.nanoTime();
            if (due.compareAndSet(false, true)) {
                later(BURST, () -> {
                    due.set(false);
                    listener.accept(new Change(Source.LINKS, lastHeard));
                });
            }
        }

        private void ended() {
            listening = false;
            LOG.debug("«{}» ended, again in {} s", MONITOR, restart.toSeconds());
            later(restart, this::listen);
            Duration doubled = restart.multipliedBy(2);
            restart = doubled.compareTo(LAST_RESTART) > 0 ? LAST_RESTART : doubled;
        }

        private synchronized void later(Duration delay, Runnable job) {
            if (!closed) {
                timer.schedule(job, delay.toMillis(), TimeUnit.MILLISECONDS);
            }
        }

        @Override
        public void close() {
            synchronized (this) {
                closed = true;
                timer.shutdownNow();
            }
            try {
                program.close();
            } catch (Exception e) {
                LOG.warn("«{}» could not be ended: {}", MONITOR, e.getMessage());
            }
        }
    }
}
