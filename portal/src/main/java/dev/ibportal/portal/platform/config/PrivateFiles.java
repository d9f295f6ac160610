package dev.ibportal.portal.platform.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Files with secrets: readable by their owner alone from the first byte on, and whole or not there at all. */
public final class PrivateFiles {
    private PrivateFiles() {}

    public static void write(Path file, String text) {
        try {
            Path directory = Objects.requireNonNull(file.toAbsolutePath().getParent(), "the root is no file");
            makeDirectory(directory);
            Path fresh = Files.createTempFile(
                    directory,
                    String.valueOf(file.getFileName()),
                    ".new",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(fresh, text);
            sync(fresh);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
    }

    /** A directory that only its owner can enter; one that is there already keeps its rights. */
    public static void makeDirectory(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " cannot be made", e);
        }
    }

    private static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }
}
