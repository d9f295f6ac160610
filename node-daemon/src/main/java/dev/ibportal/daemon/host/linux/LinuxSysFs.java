package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.host.SysFs;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The sysfs mount, or a tree of the same shape. */
public final class LinuxSysFs implements SysFs {
    /** An attribute is never larger than a page, mostly 4 KiB; anything longer is not sysfs. */
    private static final int ATTRIBUTE_LIMIT = 64 << 10;

    private static final int USUAL_SIZE = 256;

    private final Path root;
    private final String prefix;

    /** @param root where it is mounted, as in {@code sysfs.root} */
    public LinuxSysFs(Path root) {
        this.root = root;
        this.prefix = root + "/";
    }

    /**
     * A pass over a host with eight adapters reads more than a thousand attributes, so the plain stream it is: a third of
     * the work of a channel, and no buffer that is larger than what is in it.
     */
    @Override
    public Reading<String> read(String path) {
        requireInside(path);
        try (InputStream stream = new FileInputStream(prefix.concat(path))) {
            return Reading.known(text(stream));
        } catch (FileNotFoundException e) {
            // Said of everything that cannot be opened; why, the channel tells.
            return attempt(path, LinuxSysFs::text);
        } catch (IOException e) {
            return unreadable(path, e);
        }
    }

    private static String text(Path file) throws IOException {
        try (InputStream stream = Files.newInputStream(file)) {
            return text(stream);
        }
    }

    private static String text(InputStream stream) throws IOException {
        byte[] start = new byte[USUAL_SIZE];
        int length = stream.readNBytes(start, 0, USUAL_SIZE);
        String text = new String(start, 0, length, StandardCharsets.UTF_8);
        if (length == USUAL_SIZE) {
            byte[] rest = stream.readNBytes(ATTRIBUTE_LIMIT - USUAL_SIZE);
            byte[] all = Arrays.copyOf(start, USUAL_SIZE + rest.length);
            System.arraycopy(rest, 0, all, USUAL_SIZE, rest.length);
            text = new String(all, StandardCharsets.UTF_8);
        }
        return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
    }

    @Override
    public Reading<List<String>> list(String path) {
        return attempt(path, directory -> {
            try (Stream<Path> entries = Files.list(directory)) {
                return entries.map(entry -> String.valueOf(entry.getFileName()))
                        .sorted()
                        .toList();
            }
        });
    }

    @Override
    public Reading<String> resolve(String path) {
        return attempt(
                path, file -> root.toRealPath().relativize(file.toRealPath()).toString());
    }

    @Override
    public boolean exists(String path) {
        return Files.exists(inside(path));
    }

    private <T> Reading<T> attempt(String path, Access<T> access) {
        Path file = inside(path);
        try {
            return Reading.known(access.to(file));
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Reading.missing();
        } catch (FileSystemException e) {
            return isNotThere(e) ? Reading.missing() : unreadable(path, e);
        } catch (IOException e) {
            return unreadable(path, e);
        }
    }

    /** "Not a directory" in the middle of a path arrives without a type of its own. */
    private static boolean isNotThere(FileSystemException e) {
        return "Not a directory".equals(e.getReason());
    }

    private static <T> Reading<T> unreadable(String path, IOException e) {
        return Reading.unreadable("/sys/" + path + " cannot be read: " + e.getMessage());
    }

    private Path inside(String path) {
        requireInside(path);
        return root.resolve(path);
    }

    private static void requireInside(String path) {
        if (path.startsWith("/") || (path.contains("..") && ("/" + path + "/").contains("/../"))) {
            throw new IllegalArgumentException("a sysfs path is relative to its mount point, not " + path);
        }
    }

    private interface Access<T> {
        T to(Path file) throws IOException;
    }
}
