package dev.ibportal.daemon.host;

import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs programs of the host. */
public interface CommandRunner {
    /** Runs it to its end or its time limit. Trouble is a result, never an exception. */
    CommandResult run(Command command);

    /**
     * Starts it, and answers what gives the result, waiting for it; for looking only. Whoever has other things to look at
     * meanwhile does not wait for both.
     */
    default Supplier<CommandResult> begin(Command command) {
        CommandResult result = run(command);
        return () -> result;
    }

    /**
     * Starts a program that tells, line by line, what happens, until it is closed; used for looking only. When it ends by
     * itself, or cannot be started, {@code ended} is called once.
     */
    default AutoCloseable follow(Command command, Consumer<String> line, Runnable ended) {
        ended.run();
        return () -> {};
    }

    /** Whether this program may be run and was found. */
    default boolean knows(String program) {
        return true;
    }
}
