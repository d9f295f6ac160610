package dev.ibportal.daemon.drivers;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * Files that were brought to this node for drivers. One has its name only after its checksum was compared: what is under way
 * is called after the checksum that it should have, and goes on where it stopped, also after a restart.
 */
final class ArtifactStore {
    private static final int CHUNK = 64 << 10;
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIR =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final Path dir;

    ArtifactStore(Path dir) {
        this.dir = dir;
    }

    /** @param file whole and with the right checksum; empty: {@code troubles} says of each mirror what was wrong */
    record Fetched(Optional<Path> file, List<Trouble> troubles) {
        Fetched {
            troubles = List.copyOf(troubles);
        }
    }

    /** @param percent told as it grows, where the size is known */
    Fetched fetch(Artifact artifact, Duration limit, IntConsumer percent) {
        Path whole = dir.resolve(artifact.sha256() + "-" + artifact.name());
        List<Trouble> troubles = new ArrayList<>();
        try {
            Files.createDirectories(dir, PRIVATE_DIR);
            if (Files.isRegularFile(whole, LinkOption.NOFOLLOW_LINKS)
                    && sum(whole).equals(artifact.sha256())) {
                return new Fetched(Optional.of(whole), List.of());
            }
            Files.deleteIfExists(whole);
        } catch (IOException e) {
            return new Fetched(Optional.empty(), List.of(unusable(e)));
        }
        Download download = new Download(artifact, new Pace(artifact.rateLimit(), limit), percent);
        for (URI mirror : artifact.mirrors()) {
            Optional<Trouble> trouble = download.from(mirror, whole);
            if (trouble.isEmpty()) {
                return new Fetched(Optional.of(whole), List.of());
            }
            troubles.add(trouble.get());
        }
        return new Fetched(Optional.empty(), troubles);
    }

    private Trouble unusable(IOException e) {
        return Trouble.firm("artifact.store", dir + " cannot be used: " + e, "make room there, and look at its owner");
    }

    /** One file, from one mirror after the other. */
    private final class Download {
        private final Artifact artifact;
        private final Pace pace;
        private final IntConsumer percent;
        private final Path part;
        private int told = -1;

        Download(Artifact artifact, Pace pace, IntConsumer percent) {
            this.artifact = artifact;
            this.pace = pace;
            this.percent = percent;
            this.part = dir.resolve(artifact.sha256() + ".part");
        }

        Optional<Trouble> from(URI mirror, Path whole) {
            try {
                boolean goesOn = begun() > 0;
                copy(mirror);
                if (!sum(part).equals(artifact.sha256()) && goesOn) {
                    // Its start may be from another mirror that was wrong.
                    Files.delete(part);
                    copy(mirror);
                }
                String sum = sum(part);
                if (!sum.equals(artifact.sha256())) {
                    Files.delete(part);
                    return Optional.of(Trouble.firm(
                            "artifact.checksum",
                            artifact.name() + " from " + mirror + " has SHA-256 " + sum + " and not "
                                    + artifact.sha256() + "; nothing of it was used",
                            "look whether the mirror or the catalogue is wrong"));
                }
                Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
                return Optional.empty();
            } catch (IOException e) {
                return Optional.of(Trouble.firm(
                        "artifact.not-fetched",
                        artifact.name() + " from " + mirror + ": " + e.getMessage(),
                        "look whether it can be reached and whether there is room under " + dir));
            }
        }

        private long begun() throws IOException {
            return Files.isRegularFile(part, LinkOption.NOFOLLOW_LINKS) ? Files.size(part) : 0;
        }

        private void copy(URI mirror) throws IOException {
            Mirror.Opened opened = Mirror.open(mirror, begun());
            try (InputStream content = opened.content();
                    FileChannel out = FileChannel.open(
                            part, EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), PRIVATE)) {
                out.truncate(opened.offset()).position(opened.offset());
                byte[] chunk = new byte[CHUNK];
                for (int read = content.read(chunk); read >= 0; read = content.read(chunk)) {
                    write(out, ByteBuffer.wrap(chunk, 0, read));
                    progress(out.position());
                    pace.after(read);
                }
                out.force(true);
                // A connection that ends too early looks like the end of the file.
                if (out.position() < opened.end()) {
                    throw new IOException("it broke off after " + out.position() + " of " + opened.end() + " bytes");
                }
            }
        }

        private void write(FileChannel out, ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        }

        private void progress(long done) throws IOException {
            if (artifact.size().isEmpty()) {
                return;
            }
            long size = artifact.size().getAsLong();
            if (done > size) {
                throw new IOException("it is larger than the " + size + " bytes that it should have");
            }
            int now = size == 0 ? 100 : (int) (done * 100 / size);
            if (now != told) {
                told = now;
                percent.accept(now);
            }
        }
    }

    private static String sum(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] chunk = new byte[CHUNK];
            for (int read = content.read(chunk); read >= 0; read = content.read(chunk)) {
                digest.update(chunk, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
