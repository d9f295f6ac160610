package dev.ibportal.daemon.sm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** By the proc file system. */
final class LinuxProcesses implements ProcessTable {
    private static final String CAUGHT = "SigCgt:";
    private static final int HEXADECIMAL = 16;

    @Override
    public Optional<String> program(long pid) {
        try {
            return Optional.of(Files.readString(place(pid, "comm")).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return ProcessHandle.of(pid).map(process -> "");
        }
    }

    /** The lowest bit of the mask is signal 1. What cannot be read is taken for a process that has started. */
    @Override
    public boolean catchesHangup(long pid) {
        try {
            return catchesHangup(Files.readAllLines(place(pid, "status")));
        } catch (IOException | NumberFormatException e) {
            return true;
        }
    }

    static boolean catchesHangup(List<String> status) {
        return status.stream()
                .filter(line -> line.startsWith(CAUGHT))
                .map(line -> line.substring(CAUGHT.length()).strip())
                .allMatch(mask -> (Long.parseUnsignedLong(mask, HEXADECIMAL) & 1) != 0);
    }

    private static Path place(long pid, String file) {
        return Path.of("/proc/" + pid + "/" + file);
    }
}
