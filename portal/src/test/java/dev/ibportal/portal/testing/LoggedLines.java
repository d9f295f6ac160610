package dev.ibportal.portal.testing;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the portal writes into its log meanwhile, from warnings on. */
public final class LoggedLines extends Handler implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    public LoggedLines() {
        Logger.getLogger("").addHandler(this);
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
            lines.add(record.getLoggerName() + ": " + record.getMessage()
                    + (record.getThrown() == null ? "" : ", with the trace of " + record.getThrown()));
        }
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void flush() {
        // nothing is held back
    }

    @Override
    public void close() {
        Logger.getLogger("").removeHandler(this);
    }
}
