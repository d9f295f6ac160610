package dev.ibportal.daemon.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** One line for each event on standard error, where systemd takes it. */
final class Logs {
    private static final String OURS = "dev.ibportal";

    /** Kept, because the log manager forgets loggers that nobody holds. */
    private static final Logger LOGGER = Logger.getLogger(OURS);

    private Logs() {}

    static void to(Level level) {
        LogManager.getLogManager().reset();
        ConsoleHandler console = new ConsoleHandler();
        console.setLevel(Level.ALL);
        console.setFormatter(new OneLine());
        Logger root = Logger.getLogger("");
        root.addHandler(console);
        root.setLevel(Level.WARNING);
        LOGGER.setLevel(level);
    }

    private static final class OneLine extends Formatter {
        @Override
        public String format(LogRecord entry) {
            StringBuilder line = new StringBuilder()
                    .append(Instant.ofEpochMilli(entry.getMillis()).truncatedTo(ChronoUnit.MILLIS))
                    .append(' ')
                    .append(name(entry.getLevel()))
                    .append(' ')
                    // What comes from outside must not be able to fake another line.
                    .append(formatMessage(entry).replace("\r", "\\r").replace("\n", "\\n"));
            Throwable thrown = entry.getThrown();
            if (thrown != null) {
                line.append(": ").append(thrown);
                for (StackTraceElement at : thrown.getStackTrace()) {
                    line.append("\n    at ").append(at);
                }
            }
            return line.append('\n').toString();
        }

        private static String name(Level level) {
            if (level.intValue() >= Level.SEVERE.intValue()) {
                return "ERROR";
            }
            return level.intValue() >= Level.WARNING.intValue()
                    ? "WARN "
                    : level.intValue() >= Level.INFO.intValue() ? "INFO " : "DEBUG";
        }
    }
}
