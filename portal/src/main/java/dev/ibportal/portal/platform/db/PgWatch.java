package dev.ibportal.portal.platform.db;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Starts the server again, on the same port, when it has ended without being told to. */
final class PgWatch implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(PgWatch.class);
    private static final long PAUSE_MILLIS = 500;

    private final PgCommands commands;
    private final int port;
    private final List<String> settings;
    private final Thread thread = new Thread(this::run, "database-watch");

    PgWatch(PgCommands commands, int port, List<String> settings) {
        this.commands = commands;
        this.port = port;
        this.settings = settings;
        thread.setDaemon(true);
    }

    void begin() {
        thread.start();
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                round();
            }
        } catch (InterruptedException e) {
            // Told to end, which is all that this thread is interrupted for.
            Thread.currentThread().interrupt();
        }
    }

    private void round() throws InterruptedException {
        try {
            commands.awaitEnd();
            LOG.warn("the embedded PostgreSQL has ended unexpectedly; starting it again");
            commands.stopLeftOver();
            commands.start(port, settings);
        } catch (IOException e) {
            LOG.warn("the embedded PostgreSQL does not start again yet", e);
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
