package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * A simulated host's files, in a directory. Written whole like a real host's, but without waiting for the disk: a thousand
 * hosts share one here, and a power cut only costs a simulation.
 */
final class LooseFiles implements HostFiles {
    private static final String TEMPORARY = ".tmp-";

    private final Path root;

    LooseFiles(Path root) {
        this.root = root;
    }

    private Path resolve(String path) {
        Path file = root.resolve(path.replaceFirst("^/+", "")).normalize();
        if (!file.startsWith(root)) {
            throw new IllegalArgumentException(path + " leads out of the host");
        }
        return file;
    }

    @Override
    public Reading<String> read(String path) {
        try {
            return Reading.known(Files.readString(resolve(path), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return Reading.missing();
        } catch (IOException e) {
            return Reading.unreadable(path + ": " + e.getMessage());
        }
    }

    @Override
    public Reading<List<String>> list(String path) {
        try (Stream<Path> files = Files.list(resolve(path))) {
            return Reading.known(files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(TEMPORARY))
                    .sorted()
                    .toList());
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Reading.missing();
        } catch (IOException e) {
            return Reading.unreadable(path + ": " + e.getMessage());
        }
    }

    @Override
    public void write(String path, String content, FileMode mode) throws IOException {
        Path file = resolve(path);
        Files.createDirectories(file.getParent());
        Path temporary = file.resolveSibling(TEMPORARY + file.getFileName());
        Files.writeString(temporary, content);
        Files.setPosixFilePermissions(temporary, mode.permissions());
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void append(String path, String text, FileMode mode) throws IOException {
        Path file = resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Files.setPosixFilePermissions(file, mode.permissions());
    }

    @Override
    public void delete(String path) throws IOException {
        Files.deleteIfExists(resolve(path));
    }
}
