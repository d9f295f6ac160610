package dev.ibportal.daemon.host;

import java.io.IOException;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Files of the host. Paths are absolute as the host sees them ({@code /etc/network/interfaces}); none leads out of the
 * root, neither by {@code ..} nor by a link.
 */
public interface HostFiles {
    Reading<String> read(String path);

    /** Names in a directory, sorted, without the temporary files of a write under way. */
    Reading<List<String>> list(String path);

    /**
     * Puts the whole content in place in one step: readers see the old file or the new one, with this mode from its
     * first byte, and it is on disk when this returns. Missing directories are created with mode 0755.
     */
    void write(String path, String content, FileMode mode) throws IOException;

    /** As {@link #write}, but a power cut may still take it, or leave an empty file: for what can be found out anew. */
    default void writeSoon(String path, String content, FileMode mode) throws IOException {
        write(path, content, mode);
    }

    /**
     * Adds to the end of a file, making it with this mode where it is missing. Survives the end of the process; whether
     * it survives a power cut is up to the disk.
     */
    void append(String path, String text, FileMode mode) throws IOException;

    /** Removes the file, if it is there. */
    void delete(String path) throws IOException;

    /**
     * Why a file that holds the right text is still not as {@link #write} leaves one: another owner or mode, or a link. Who
     * may write it may say what root does, and some back-ends pass over what others may read. Empty: it is, or is missing.
     */
    default Optional<String> oddity(String path, FileMode mode) {
        return Optional.empty();
    }

    /** Where a person finds it: the host's root may be another place on this machine. */
    default String shown(String path) {
        return path;
    }

    /** Whether the name itself is a symbolic link. */
    default boolean isLink(String path) {
        return false;
    }

    /** Whether that is a directory, and no link to one. Opens nothing. */
    default boolean isDirectory(String path) {
        return false;
    }

    /** Who may read the file; only the owner ever writes. */
    enum FileMode {
        OWNER_ONLY("rw-------"),
        WORLD_READABLE("rw-r--r--");

        private final String text;

        FileMode(String text) {
            this.text = text;
        }

        public Set<PosixFilePermission> permissions() {
            return PosixFilePermissions.fromString(text);
        }
    }
}
