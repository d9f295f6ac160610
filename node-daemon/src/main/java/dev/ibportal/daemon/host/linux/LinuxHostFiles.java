package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Files below a root directory, written so that a crash or a power cut leaves the old file or the new one. */
public final class LinuxHostFiles implements HostFiles {
    private static final String TEMP_PREFIX = ".ibportal-";
    private static final String TEMP_SUFFIX = ".tmp";
    private static final long LARGEST = 16 << 20;

    private final RootedPath rooted;
    private final boolean durable;

    /** @param root as in {@code host.root}, or a directory of the daemon's own */
    public LinuxHostFiles(Path root) {
        this(root, true);
    }

    /** @param durable whether writes wait for the disk; without it a power cut may lose them, a crash may not */
    public LinuxHostFiles(Path root, boolean durable) {
        this.rooted = new RootedPath(root);
        this.durable = durable;
    }

    @Override
    public Reading<String> read(String path) {
        try {
            Path file = rooted.resolve(path);
            if (Files.size(file) > LARGEST) {
                return Reading.unreadable(path + " is larger than " + LARGEST + " bytes");
            }
            return Reading.known(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return Reading.missing();
        } catch (IOException e) {
            return Reading.unreadable(path + " cannot be read: " + e.getMessage());
        }
    }

    @Override
    public Reading<List<String>> list(String path) {
        try (Stream<Path> entries = Files.list(rooted.resolve(path))) {
            return Reading.known(entries.map(entry -> String.valueOf(entry.getFileName()))
                    .filter(name -> !isTemporary(name))
                    .sorted()
                    .toList());
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Reading.missing();
        } catch (IOException e) {
            return Reading.unreadable(path + " cannot be listed: " + e.getMessage());
        }
    }

    private static boolean isTemporary(String name) {
        return name.startsWith(TEMP_PREFIX) && name.endsWith(TEMP_SUFFIX);
    }

    @Override
    public void write(String path, String content, FileMode mode) throws IOException {
        Path file = rooted.resolve(path);
        Path directory = directoryOf(file);
        createDirectories(directory);
        // Always the same name, so that one left behind by a crash is replaced by the next attempt.
        Path temporary = directory.resolve(TEMP_PREFIX + file.getFileName() + TEMP_SUFFIX);
        Files.deleteIfExists(temporary);
        fill(temporary, content, mode);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        sync(directory);
    }

    private void fill(Path temporary, String content, FileMode mode) throws IOException {
        var ownerOnly = PosixFilePermissions.asFileAttribute(FileMode.OWNER_ONLY.permissions());
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(temporary, options, ownerOnly)) {
            // The umask may have taken bits away; it never adds any.
            Files.setPosixFilePermissions(temporary, mode.permissions());
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (durable) {
                channel.force(true);
            }
        }
    }

    @Override
    public void append(String path, String text, FileMode mode) throws IOException {
        Path file = rooted.resolve(path);
        var permissions = PosixFilePermissions.asFileAttribute(mode.permissions());
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        try (FileChannel channel = FileChannel.open(file, options, permissions)) {
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    @Override
    public void delete(String path) throws IOException {
        Path file = rooted.resolve(path);
        if (Files.deleteIfExists(file)) {
            sync(directoryOf(file));
        }
    }

    private static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(
                directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }

    private static Path directoryOf(Path file) throws IOException {
        Path directory = file.getParent();
        if (directory == null) {
            throw new IOException(file + " is a root directory, not a file");
        }
        return directory;
    }

    private void sync(Path directory) throws IOException {
        if (durable) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
