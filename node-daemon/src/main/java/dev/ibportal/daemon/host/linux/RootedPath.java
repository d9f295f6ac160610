package dev.ibportal.daemon.host.linux;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Follows a path the way a process whose root directory is {@code root} would: absolute links begin at that root. Unlike
 * such a process it refuses {@code ..} above the root instead of ignoring it.
 */
final class RootedPath {
    private static final int MAX_LINKS = 40;

    private final Path root;

    RootedPath(Path root) {
        this.root = root;
    }

    /** The real place of an absolute path; the last name, and names before it, need not exist. */
    Path resolve(String path) throws IOException {
        if (!path.startsWith("/")) {
            throw new IOException(path + " is not an absolute path");
        }
        Deque<String> todo = names(Path.of(path));
        Path at = root;
        int links = 0;
        while (!todo.isEmpty()) {
            String name = todo.pop();
            if (name.equals("..")) {
                at = up(at, path);
                continue;
            }
            Path next = at.resolve(name);
            if (!Files.isSymbolicLink(next)) {
                at = next;
                continue;
            }
            if (++links > MAX_LINKS) {
                throw new FileSystemLoopException(path);
            }
            Path target = Files.readSymbolicLink(next);
            at = target.isAbsolute() ? root : at;
            names(target).descendingIterator().forEachRemaining(todo::push);
        }
        return at;
    }

    String shown(String path) {
        return root.getNameCount() == 0 ? path : root + path;
    }

    private Path up(Path at, String path) throws IOException {
        Path parent = at.getParent();
        if (at.equals(root) || parent == null) {
            throw new IOException(path + " leads out of the host's root " + root);
        }
        return parent;
    }

    private static Deque<String> names(Path path) {
        Deque<String> names = new ArrayDeque<>();
        path.forEach(name -> {
            if (!name.toString().equals(".") && !name.toString().isEmpty()) {
                names.add(name.toString());
            }
        });
        return names;
    }
}
