package dev.ibportal.portal.platform.config;

import io.quarkus.logging.LoggingFilter;
import java.nio.channels.ClosedChannelException;
import java.util.logging.Filter;
import java.util.logging.LogRecord;

/** Keeps out of the log that somebody has closed a page while it was being told something: it happens with each click. */
@LoggingFilter(name = "hung-up")
public final class HungUpFilter implements Filter {
    private static final int DEEPEST = 10;

    @Override
    public boolean isLoggable(LogRecord line) {
        String logger = String.valueOf(line.getLoggerName());
        boolean transport = logger.startsWith("io.netty.channel.")
                || logger.startsWith("org.jboss.resteasy.reactive.")
                || logger.startsWith("io.quarkus.vertx.http.");
        return !transport
                || !(isClosed(line.getThrown())
                        || String.valueOf(line.getMessage()).contains("ClosedChannelException"));
    }

    private static boolean isClosed(@org.jspecify.annotations.Nullable Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof ClosedChannelException
                    || cause.getClass().getName().endsWith("HttpClosedException")) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }
}
