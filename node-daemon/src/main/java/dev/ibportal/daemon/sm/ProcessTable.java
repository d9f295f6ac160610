package dev.ibportal.daemon.sm;

import java.util.Optional;

/** The processes of this machine. */
public interface ProcessTable {
    /** Short name of the program that a process runs; empty when there is no such process. */
    Optional<String> program(long pid);

    /** Whether SIGHUP tells the process something. One that does not catch it, as while it starts, would be ended by it. */
    default boolean catchesHangup(long pid) {
        return true;
    }

    /** Linux, by its proc file system. */
    static ProcessTable linux() {
        return new LinuxProcesses();
    }
}
