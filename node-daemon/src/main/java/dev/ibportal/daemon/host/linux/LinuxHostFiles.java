package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Files below a root directory, written so that a crash or a power cut leaves the old file or the new one. */
public final class LinuxHostFiles implements HostFiles {
    private static final String TEMP_PREFIX = ".ibportal-";
    private static final String TEMP_SUFFIX = ".tmp";
    private static final int LARGEST = 16 << 20;

    /** Whose files are: the daemon's own user, on a host root. */
    private static final Object OWNER = ownUser();

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

    private static Object ownUser() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid", LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public String shown(String path) {
        return rooted.shown(path);
    }

    @Override
    public Reading<String> read(String path) {
        try {
            Path file = rooted.resolve(path);
            BasicFileAttributes found =
                    Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!found.isRegularFile()) {
                // Reading a pipe may never end, and neither may a device.
                return Reading.unreadable(path + " is no regular file");
            }
            try (InputStream stream = Files.newInputStream(file)) {
                byte[] bytes = stream.readNBytes(LARGEST + 1);
                return bytes.length > LARGEST
                        ? Reading.unreadable(path + " is larger than " + LARGEST + " bytes")
                        : Reading.known(new String(bytes, StandardCharsets.UTF_8));
            }
        } catch (NoSuchFileException e) {
            return Reading.missing();
        } catch (IOException e) {
            return Reading.unreadable(path + " cannot be read: " + e.getMessage());
        }
    }

    @Override
    public Optional<String> oddity(String path, FileMode mode) {
        try {
            Path file = place(path);
            PosixFileAttributes found =
                    Files.readAttributes(file, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (found.isSymbolicLink()) {
                return Optional.of("it is a symbolic link");
            }
            Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(OWNER)) {
                return Optional.of("its owner has the number " + owner + " and not " + OWNER);
            }
            return found.permissions().equals(mode.permissions())
                    ? Optional.empty()
                    : Optional.of("its mode is " + PosixFilePermissions.toString(found.permissions()) + " and not "
                            + PosixFilePermissions.toString(mode.permissions()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("owner and mode cannot be read: " + e.getMessage());
        }
    }

    @Override
    public boolean isLink(String path) {
        try {
            return Files.isSymbolicLink(place(path));
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public boolean isDirectory(String path) {
        try {
            return Files.isDirectory(place(path), LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return false;
        }
    }

    /** The file of that name itself, also if it is a link. */
    private Path place(String path) throws IOException {
        int slash = path.lastIndexOf('/');
        return rooted.resolve(slash <= 0 ? "/" : path.substring(0, slash)).resolve(path.substring(slash + 1));
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
        write(path, content, mode, durable);
    }

    @Override
    public void writeSoon(String path, String content, FileMode mode) throws IOException {
        write(path, content, mode, false);
    }

    private void write(String path, String content, FileMode mode, boolean now) throws IOException {
        Path file = rooted.resolve(path);
        Path directory = directoryOf(file);
        createDirectories(directory);
        Path temporary = temporary(directory, file);
        Files.deleteIfExists(temporary);
        fill(temporary, content, mode, now);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        if (now) {
            sync(directory);
        }
    }

    private void fill(Path temporary, String content, FileMode mode, boolean now) throws IOException {
        var ownerOnly = PosixFilePermissions.asFileAttribute(FileMode.OWNER_ONLY.permissions());
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(temporary, options, ownerOnly)) {
            // The umask may have taken bits away; it never adds any.
            Files.setPosixFilePermissions(temporary, mode.permissions());
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            if (now) {
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
        Path directory = directoryOf(file);
        boolean halfWritten = Files.deleteIfExists(temporary(directory, file));
        if (Files.deleteIfExists(file) || halfWritten) {
            sync(directory);
        }
    }

    /** Always the same name, so that one left behind by a crash goes with the next attempt, or with the file. */
    private static Path temporary(Path directory, Path file) {
        return directory.resolve(TEMP_PREFIX + file.getFileName() + TEMP_SUFFIX);
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
