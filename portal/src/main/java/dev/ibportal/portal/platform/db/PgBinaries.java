package dev.ibportal.portal.platform.db;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import io.zonky.test.db.postgres.util.ArchUtils;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;

/** The PostgreSQL programs for this machine, which come as a packed resource. */
final class PgBinaries {
    private static final int OWNER_MAY_EXECUTE = 0100;

    private PgBinaries() {}

    /** Unpacks them once; a half unpacked tree never gets the final name. */
    static Path unpack(Path directory) throws IOException {
        Path home = directory.resolve("postgresql-programs");
        if (Files.isDirectory(home)) {
            return home;
        }
        Path fresh = directory.resolve("postgresql-programs.new");
        PgFiles.delete(fresh);
        Files.createDirectories(fresh);
        try (InputStream packed = DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system(), machine());
                TarArchiveInputStream tar =
                        new TarArchiveInputStream(new XZCompressorInputStream(new BufferedInputStream(packed)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                unpack(tar, entry, fresh);
            }
        }
        Files.move(fresh, home, StandardCopyOption.ATOMIC_MOVE);
        return home;
    }

    private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path into) throws IOException {
        Path target = into.resolve(entry.getName()).normalize();
        if (!target.startsWith(into)) {
            throw new IOException("the archive of PostgreSQL leads outside: " + entry.getName());
        }
        if (entry.isDirectory()) {
            Files.createDirectories(target);
            return;
        }
        Path parent = target.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
        } else {
            Files.copy(tar, target);
            boolean executable = (entry.getMode() & OWNER_MAY_EXECUTE) != 0;
            Files.setPosixFilePermissions(
                    target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        return name.startsWith("mac") ? "darwin" : name.startsWith("linux") ? "linux" : name;
    }

    private static String machine() {
        return ArchUtils.normalize(System.getProperty("os.arch"));
    }
}
