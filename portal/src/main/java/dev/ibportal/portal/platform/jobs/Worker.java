package dev.ibportal.portal.platform.jobs;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jboss.logging.Logger;

/**
 * One thread that works off what has piled up since it last looked. However often it is woken meanwhile, it runs once
 * more. Without being woken it looks every so often by itself.
 */
public final class Worker {
    private static final Logger LOG = Logger.getLogger(Worker.class);
    private static final long AFTER_FAILURE_MILLIS = 500;

    private final String name;
    private final Duration patience;
    private final Runnable round;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean wanted = true;
    private boolean stopped;

    /** @param patience longest time between two rounds */
    public Worker(String name, Duration patience, Runnable round) {
        this.name = name;
        this.patience = patience;
        this.round = round;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public void wake() {
        lock.lock();
        try {
            wanted = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for the round that is running. */
    public void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
        try {
            thread.join(Duration.ofSeconds(5).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        boolean failing = false;
        while (await(patience)) {
            try {
                round.run();
                failing = false;
            } catch (RuntimeException e) {
                tell(e, failing);
                failing = true;
                wake();
                if (!pause()) {
                    return;
                }
            }
        }
    }

    /** The whole story once, then only that it goes on. */
    private void tell(RuntimeException failure, boolean again) {
        if (again) {
            LOG.warnf("%s still fails: %s", name, failure.getMessage());
        } else {
            LOG.errorf(failure, "a round of %s failed; it is tried again until it works", name);
        }
    }

    /** Whether to go on. */
    private boolean await(Duration atMost) {
        lock.lock();
        try {
            long left = atMost.toNanos();
            while (!wanted && !stopped && left > 0) {
                left = changed.awaitNanos(left);
            }
            wanted = false;
            return !stopped;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(AFTER_FAILURE_MILLIS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
