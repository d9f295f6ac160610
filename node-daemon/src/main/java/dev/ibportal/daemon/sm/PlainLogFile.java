package dev.ibportal.daemon.sm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A log on disk. */
public final class PlainLogFile implements LogFile {
    private final Path file;

    public PlainLogFile(Path file) {
        this.file = file;
    }

    @Override
    public long size() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    @Override
    public String from(long offset, int limit) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long end = channel.size();
            long begin = Math.max(offset > end ? 0 : offset, end - limit);
            ByteBuffer text = ByteBuffer.allocate((int) (end - begin));
            while (text.hasRemaining() && channel.read(text, begin + text.position()) >= 0) {
                // reads on until the end that was seen first
            }
            return new String(text.array(), 0, text.position(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }
}
