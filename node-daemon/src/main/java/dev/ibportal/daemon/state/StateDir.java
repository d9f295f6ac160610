package dev.ibportal.daemon.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory of small private files. A write is a temporary file in the same directory that is given its mode before
 * its content, forced to disk and renamed; so a crash at any moment leaves the old file or the new one.
 */
public final class StateDir {
    private static final String TEMPORARY = ".tmp-";
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIR =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path dir;
    private final boolean forced;

    private StateDir(Path dir, boolean forced) {
        this.dir = dir;
        this.forced = forced;
    }

    /** Opens the directory, making it where it is missing. */
    public static StateDir open(Path dir) {
        return open(dir, true);
    }

    /** Like {@link #open}, without waiting for the disk: survives the end of the process, not that of the machine. */
    public static StateDir openUnforced(Path dir) {
        return open(dir, false);
    }

    private static StateDir open(Path dir, boolean forced) {
        try {
            Files.createDirectories(dir, PRIVATE_DIR);
        } catch (IOException e) {
            throw new UncheckedIOException("state directory " + dir + " cannot be used: " + reason(e), e);
        }
        return new StateDir(dir, forced);
    }

    /**
     * Makes the caller the only one that writes here, until the lock is closed, and drops what interrupted writes left.
     *
     * @throws UncheckedIOException if somebody else is that already
     */
    public StateLock own() {
        StateLock lock = ownIfFree()
                .orElseThrow(() -> unusable(new IOException(
                        "another ibnoded uses it; stop that one, or name another" + " directory with state.dir")));
        try {
            for (Path left : list(dir)) {
                if (left.getFileName().toString().startsWith(TEMPORARY)) {
                    Files.deleteIfExists(left);
                }
            }
            return lock;
        } catch (IOException e) {
            lock.close();
            throw unusable(e);
        }
    }

    /** Like {@link #own}, but empty if somebody else owns it already. */
    public Optional<StateLock> ownIfFree() {
        try {
            return StateLock.take(this, PRIVATE_FILE);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private UncheckedIOException unusable(IOException e) {
        return new UncheckedIOException("state directory " + dir + " cannot be used: " + reason(e), e);
    }

    public StateDir child(String name) {
        return open(resolve(name), forced);
    }

    public Path path() {
        return dir;
    }

    public Optional<byte[]> read(String name) {
        Path file = resolve(name);
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("state file " + file + " cannot be read: " + reason(e), e);
        }
    }

    public void write(String name, byte[] content) {
        Path file = resolve(name);
        try {
            replace(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException("state file " + file + " cannot be written: " + reason(e), e);
        }
    }

    private void replace(Path file, byte[] content) throws IOException {
        Path temporary = Files.createTempFile(dir, TEMPORARY, "", PRIVATE_FILE);
        try {
            try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                ByteBuffer rest = ByteBuffer.wrap(content);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
                if (forced) {
                    channel.force(true);
                }
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
        if (forced) {
            force(dir);
        }
    }

    /** Makes the rename itself survive a power cut. */
    private static void force(Path dir) throws IOException {
        try (FileChannel channel = FileChannel.open(dir, EnumSet.of(StandardOpenOption.READ))) {
            channel.force(true);
        }
    }

    public void delete(String name) {
        Path file = resolve(name);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("state file " + file + " cannot be deleted: " + reason(e), e);
        }
    }

    /** Names of the files here, in no order. */
    public List<String> names() {
        try {
            return list(dir).stream()
                    .filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("state directory " + dir + " cannot be listed: " + reason(e), e);
        }
    }

    private static List<Path> list(Path dir) throws IOException {
        try (Stream<Path> files = Files.list(dir)) {
            return files.toList();
        }
    }

    /** Names come from our own code, but one of them holds an id that came over the wire. */
    private Path resolve(String name) {
        Path file = dir.resolve(name);
        if (name.startsWith(".") || !dir.equals(file.getParent())) {
            throw new IllegalArgumentException("not a plain file name: " + name);
        }
        return file;
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file or directory";
        } else if (e instanceof AccessDeniedException) {
            return "permission denied; ibnoded runs as root";
        } else if (e instanceof FileSystemException system && system.getReason() != null) {
            return system.getReason();
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
