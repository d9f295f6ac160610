package dev.ibportal.daemon.sm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The processes of this machine. */
public interface ProcessTable {
    /** Short name of the program that a process runs; empty when there is no such process. */
    Optional<String> program(long pid);

    /** Linux, by its proc file system. */
    static ProcessTable linux() {
        return pid -> {
            try {
                return Optional.of(
                        Files.readString(Path.of("/proc/" + pid + "/comm")).strip());
            } catch (NoSuchFileException e) {
                return Optional.empty();
            } catch (IOException e) {
                return ProcessHandle.of(pid).map(process -> "");
            }
        };
    }
}
