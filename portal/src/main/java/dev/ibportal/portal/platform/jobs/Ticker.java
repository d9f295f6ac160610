package dev.ibportal.portal.platform.jobs;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Things that every portal does every so often, whatever other portals do. Failures are logged here. */
@Singleton
@SuppressWarnings("FutureReturnValueIgnored")
public final class Ticker {
    private static final Logger LOG = Logger.getLogger(Ticker.class);

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(2, task -> {
        Thread thread = new Thread(task, "ticker");
        thread.setDaemon(true);
        return thread;
    });

    /** The next run begins this long after the end of the one before; after one that fails, too. */
    public void every(Duration pause, String what, Runnable work) {
        long millis = pause.toMillis();
        threads.scheduleWithFixedDelay(() -> run(what, work), millis, millis, TimeUnit.MILLISECONDS);
    }

    /** Once, a moment from now. */
    public void after(Duration pause, String what, Runnable work) {
        threads.schedule(() -> run(what, work), pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private static void run(String what, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) {
            LOG.errorf(e, "%s failed", what);
        }
    }

    @PreDestroy
    void stop() {
        threads.shutdownNow();
    }
}
