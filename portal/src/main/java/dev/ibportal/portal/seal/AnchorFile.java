package dev.ibportal.portal.seal;

import dev.ibportal.audit.Anchor;
import dev.ibportal.portal.platform.config.PortalSettings;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Where heads of the chain are written down outside the database; only ever added to. */
@Singleton
class AnchorFile {
    private final Path file;

    AnchorFile(SealConfig config, PortalSettings settings) {
        file = config.anchorFile().orElseGet(() -> settings.dataDir().resolve("audit-anchor.log"));
    }

    synchronized void append(Anchor anchor) {
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            try (FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
                ByteBuffer line = StandardCharsets.US_ASCII.encode(anchor.line() + "\n");
                while (line.hasRemaining()) {
                    channel.write(line);
                }
                channel.force(false);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the audit log's head cannot be written to " + file, e);
        }
    }

    /** How many lines there are now. */
    long lines() {
        return read(Stream::count);
    }

    /** @param most lines that are read, so that what is added meanwhile is left out */
    void each(long most, Consumer<Anchor> reader) {
        read(lines -> {
            lines.limit(most).map(Anchor::parse).flatMap(Optional::stream).forEach(reader);
            return 0L;
        });
    }

    private long read(ToLongFunction<Stream<String>> reader) {
        if (!Files.exists(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return reader.applyAsLong(lines);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    Path file() {
        return file;
    }
}
