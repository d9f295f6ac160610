package dev.ibportal.daemon.session;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs jobs one after the other on threads it shares with others, so that a thousand lanes need few threads. */
public final class Lane implements Executor {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final String name;
    private final Executor threads;
    private final Queue<Runnable> jobs = new ArrayDeque<>();
    private boolean running;

    public Lane(String name, Executor threads) {
        this.name = name;
        this.threads = threads;
    }

    @Override
    public void execute(Runnable job) {
        synchronized (jobs) {
            jobs.add(job);
            if (running) {
                return;
            }
            running = true;
        }
        threads.execute(this::drain);
    }

    private void drain() {
        for (Runnable job = next(); job != null; job = next()) {
            try {
                job.run();
            } catch (RuntimeException | Error e) {
                // One failed job must not end the lane: the next look at the world may well work. A Java without memory
                // ends by itself (ExitOnOutOfMemoryError), and is started anew.
                LOG.error("{}: a job failed", name, e);
            }
        }
    }

    private @Nullable Runnable next() {
        synchronized (jobs) {
            Runnable job = jobs.poll();
            running = job != null;
            return job;
        }
    }
}
