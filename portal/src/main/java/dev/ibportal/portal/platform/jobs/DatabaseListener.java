package dev.ibportal.portal.platform.jobs;

import dev.ibportal.portal.platform.db.FabricDb;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.jdbc.PgConnection;

/**
 * One connection that does nothing but LISTEN. What it hears is a wake-up and no message: after each reconnect
 * everything is looked at again, so a lost one costs time, never truth.
 */
@Singleton
public final class DatabaseListener {
    private static final Logger LOG = Logger.getLogger(DatabaseListener.class);
    private static final String CHANNEL = "ibportal";
    private static final int WAIT_MILLIS = 10_000;
    private static final long RETRY_MILLIS = 500;

    private final FabricDb db;
    private final List<WakeUpListener> listeners;
    private volatile boolean stopped;
    private @Nullable Thread thread;
    private volatile @Nullable Connection current;

    DatabaseListener(FabricDb db, @All List<WakeUpListener> listeners) {
        this.db = db;
        this.listeners = listeners;
    }

    public synchronized void start() {
        stopped = false;
        thread = new Thread(this::run, "database-listener");
        thread.setDaemon(true);
        thread.start();
    }

    public synchronized void stop() {
        stopped = true;
        abort(current);
        if (thread != null) {
            thread.interrupt();
        }
    }

    private void run() {
        while (!stopped) {
            try (Connection connection = db.connection()) {
                current = connection;
                try (Statement statement = connection.createStatement()) {
                    statement.execute("LISTEN " + CHANNEL);
                }
                tell(new WakeUp.Everything());
                listen(connection);
            } catch (SQLException | RuntimeException e) {
                if (!stopped) {
                    LOG.warnf("listening to the database was interrupted and begins again: %s", e.getMessage());
                    pause();
                }
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        PGConnection postgres = connection.unwrap(PGConnection.class);
        while (!stopped) {
            PGNotification[] heard = postgres.getNotifications(WAIT_MILLIS);
            if (heard == null || heard.length == 0) {
                ask(connection);
            } else {
                Set<WakeUp> wakeUps = new LinkedHashSet<>();
                for (PGNotification notification : heard) {
                    WakeUp.parse(notification.getParameter()).ifPresent(wakeUps::add);
                }
                LOG.debugf("woken for %s", wakeUps);
                wakeUps.forEach(this::tell);
            }
        }
    }

    /** Silence may also mean that the connection is gone. */
    private static void ask(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    private void tell(WakeUp wakeUp) {
        for (WakeUpListener listener : listeners) {
            try {
                listener.woken(wakeUp);
            } catch (RuntimeException e) {
                LOG.errorf(e, "%s could not be woken for %s", listener, wakeUp);
            }
        }
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closing would wait until the driver's own wait for notifications is over; breaking it off does not. */
    private static void abort(@Nullable Connection connection) {
        try {
            if (connection != null && !connection.isClosed()) {
                connection.unwrap(PgConnection.class).abort(Runnable::run);
            }
        } catch (SQLException e) {
            LOG.debug("the listening connection was gone already", e);
        }
    }
}
