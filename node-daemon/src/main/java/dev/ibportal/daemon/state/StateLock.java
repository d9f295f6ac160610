package dev.ibportal.daemon.state;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Optional;
import java.util.Set;

/**
 * One owner of a directory at a time. The lock is the system's, so it ends with the process, however that ends; and it
 * must be held on to, because a lock that nobody refers to is closed when memory is collected.
 */
public final class StateLock implements AutoCloseable {
    private final StateDir dir;
    private final FileChannel channel;

    private StateLock(StateDir dir, FileChannel channel) {
        this.dir = dir;
        this.channel = channel;
    }

    /** Empty if another owner holds it, in this process or in another one. */
    static Optional<StateLock> take(StateDir dir, FileAttribute<?> mode) throws IOException {
        FileChannel channel = FileChannel.open(
                dir.path().resolve(".lock"), Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), mode);
        if (isFree(channel)) {
            return Optional.of(new StateLock(dir, channel));
        }
        channel.close();
        return Optional.empty();
    }

    private static boolean isFree(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** What is owned. */
    public StateDir dir() {
        return dir;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
