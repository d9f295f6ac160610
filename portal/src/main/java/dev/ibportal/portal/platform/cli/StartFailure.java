package dev.ibportal.portal.platform.cli;

import io.quarkus.runtime.QuarkusBindException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why the portal could not start, for who started it. By then the log is closed, so this goes to standard error. */
public final class StartFailure {
    private static final int DEEPEST = 20;
    private static final String OTHER_PORT = " Stop the program that has it, or choose another port:"
            + " quarkus.http.port for people, quarkus.management.port for health and metrics, ibportal.agents.port for"
            + " daemons.";

    private StartFailure() {}

    public static void tell(Throwable failure) {
        System.err.println(text(failure));
    }

    static String text(Throwable failure) {
        return "The portal could not start. "
                + bind(failure).map(StartFailure::taken).orElseGet(() -> trace(failure));
    }

    private static String taken(BindException bind) {
        return bind instanceof QuarkusBindException quarkus
                ? "Port " + quarkus.getPort() + " on " + quarkus.getHost() + " is taken." + OTHER_PORT
                : "A port is taken: " + bind.getMessage() + "." + OTHER_PORT;
    }

    private static Optional<BindException> bind(Throwable failure) {
        @Nullable Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof BindException bind) {
                return Optional.of(bind);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    private static String trace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
