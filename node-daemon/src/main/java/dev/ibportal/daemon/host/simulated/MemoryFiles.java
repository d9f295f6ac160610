package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Files in memory. A directory exists once it was made or holds a file. */
public final class MemoryFiles implements HostFiles {
    /**
     * @param version grows with each write of any file: tells whether a file was written again
     */
    public record Entry(String content, FileMode mode, long version) {}

    private final Map<String, Entry> files = new TreeMap<>();
    private final Map<String, Boolean> directories = new TreeMap<>();
    private long writes;
    private Optional<String> failure = Optional.empty();

    public synchronized MemoryFiles makeDirectory(String path) {
        directories.put(path, true);
        return this;
    }

    /** A fault: every write and delete fails with this text, until it is empty again. */
    public synchronized void failWrites(Optional<String> text) {
        failure = text;
    }

    public synchronized Optional<Entry> entry(String path) {
        return Optional.ofNullable(files.get(path));
    }

    /** Everything by path. */
    public synchronized Map<String, Entry> all() {
        return Map.copyOf(files);
    }

    @Override
    public synchronized Reading<String> read(String path) {
        return entry(path).map(entry -> Reading.known(entry.content())).orElseGet(Reading::missing);
    }

    @Override
    public synchronized Reading<List<String>> list(String path) {
        String prefix = path + "/";
        List<String> names = files.keySet().stream()
                .filter(file -> file.startsWith(prefix))
                .map(file -> file.substring(prefix.length()))
                .map(rest -> rest.contains("/") ? rest.substring(0, rest.indexOf('/')) : rest)
                .distinct()
                .toList();
        return names.isEmpty() && !directories.containsKey(path) ? Reading.missing() : Reading.known(names);
    }

    @Override
    public synchronized void write(String path, String content, FileMode mode) throws IOException {
        requireWritable(path);
        files.put(path, new Entry(content, mode, ++writes));
        makeDirectory(path.substring(0, path.lastIndexOf('/')));
    }

    @Override
    public synchronized void append(String path, String text, FileMode mode) throws IOException {
        write(path, entry(path).map(Entry::content).orElse("") + text, mode);
    }

    @Override
    public synchronized void delete(String path) throws IOException {
        requireWritable(path);
        files.remove(path);
    }

    private void requireWritable(String path) throws IOException {
        if (failure.isPresent()) {
            throw new IOException(path + ": " + failure.get());
        }
    }
}
