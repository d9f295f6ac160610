package dev.ibportal.daemon.host;

/** Runs programs of the host. */
public interface CommandRunner {
    /** Runs it to its end or its time limit. Trouble is a result, never an exception. */
    CommandResult run(Command command);

    /** Whether this program may be run and was found. */
    default boolean knows(String program) {
        return true;
    }
}
