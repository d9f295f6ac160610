package dev.ibportal.daemon.testing;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Files in memory, with a disk that may be full. */
public final class SmallDisk implements HostFiles {
    private final Map<String, String> files = new ConcurrentHashMap<>();
    private volatile boolean full;
    private volatile int writes;

    public void full(boolean now) {
        full = now;
    }

    public int writes() {
        return writes;
    }

    @Override
    public Reading<String> read(String path) {
        String content = files.get(path);
        return content == null ? Reading.missing() : Reading.known(content);
    }

    @Override
    public Reading<List<String>> list(String path) {
        return Reading.missing();
    }

    @Override
    public synchronized void write(String path, String content, FileMode mode) throws IOException {
        if (full) {
            throw new IOException("No space left on device");
        }
        writes++;
        files.put(path, content);
    }

    @Override
    public synchronized void append(String path, String text, FileMode mode) throws IOException {
        write(path, files.getOrDefault(path, "") + text, mode);
    }

    @Override
    public void delete(String path) {
        files.remove(path);
    }
}
