package dev.ibportal.daemon.sm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A file with a secret. One that others may read is refused: it is no secret any more. */
final class SecretFile {
    private static final Set<PosixFilePermission> OWNERS =
            Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final int MOST_BYTES = 64 << 10;

    private SecretFile() {}

    static String read(Path file) throws UfmTrouble {
        try {
            Set<PosixFilePermission> mode = Files.getPosixFilePermissions(file);
            if (!OWNERS.containsAll(mode)) {
                throw new UfmTrouble(file + " has mode " + PosixFilePermissions.toString(mode)
                        + ", so that others may use the secret in it; rw------- is right");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new UfmTrouble(file + " is larger than " + MOST_BYTES + " bytes, which no secret is");
            }
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UfmTrouble(file + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }
}
