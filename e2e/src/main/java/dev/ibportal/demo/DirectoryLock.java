package dev.ibportal.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;

/** One demo for each folder. The lock is the system's, so it ends with the process, however that ends. */
final class DirectoryLock {
    private DirectoryLock() {}

    /** Held until this process ends. */
    static FileChannel take(Layout layout) {
        try {
            FileChannel channel = FileChannel.open(layout.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!locked(channel)) {
                channel.close();
                throw new DemoException("Another demo runs from " + layout.directory()
                        + ". Stop it with Ctrl-C, or choose another folder and other ports: -Ddemo.dir=FOLDER");
            }
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException(layout.lock() + " cannot be locked", e);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
