package dev.ibportal.daemon.host.linux;

import dev.ibportal.daemon.host.HostChanges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears, through inotify, of files that change where back-ends keep their configuration. */
final class FileWatch implements HostChanges {
    private static final Logger LOG = LoggerFactory.getLogger(FileWatch.class);

    /** A directory that turns up later is found within this time. */
    private static final Duration RESCAN = Duration.ofSeconds(30);

    /** Editors write a file in several steps. */
    private static final Duration BURST = Duration.ofMillis(100);

    private static final Duration STEP = Duration.ofMillis(20);

    private final Path root;
    private final List<String> directories;

    /** @param directories as the host sees them, below {@code root} */
    FileWatch(Path root, List<String> directories) {
        this.root = root;
        this.directories = List.copyOf(directories);
    }

    @Override
    public Subscription subscribe(Consumer<Change> listener) {
        try {
            WatchService service = FileSystems.getDefault().newWatchService();
            Thread thread = new Thread(() -> watch(service, listener), "file-watch");
            thread.setDaemon(true);
            thread.start();
            return () -> {
                try {
                    service.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            };
        } catch (IOException e) {
            LOG.warn("files are not watched, the periodic look has to do: {}", e.getMessage());
            return () -> {};
        }
    }

    private void watch(WatchService service, Consumer<Change> listener) {
        Map<Path, WatchKey> keys = new HashMap<>();
        try {
            register(service, keys);
            while (true) {
                WatchKey key = service.poll(RESCAN.toMillis(), TimeUnit.MILLISECONDS);
                if (key != null) {
                    listener.accept(new Change(Source.FILES, lastOfBurst(service, key)));
                }
                register(service, keys);
            }
        } catch (ClosedWatchServiceException e) {
            LOG.debug("files are watched no more");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** When the last of it was noticed. */
    private static long lastOfBurst(WatchService service, WatchKey first) throws InterruptedException {
        long begun = System.nanoTime();
        long last = begun;
        WatchKey key = first;
        while (System.nanoTime() - begun < BURST.toNanos()) {
            if (key != null) {
                key.pollEvents();
                key.reset();
                last = System.nanoTime();
            }
            key = service.poll(STEP.toMillis(), TimeUnit.MILLISECONDS);
        }
        if (key != null) {
            key.pollEvents();
            key.reset();
            last = System.nanoTime();
        }
        return last;
    }

    private void register(WatchService service, Map<Path, WatchKey> keys) {
        keys.values().removeIf(key -> !key.isValid());
        for (String name : directories) {
            Path directory = root.resolve(name.substring(1));
            if (!keys.containsKey(directory) && Files.isDirectory(directory)) {
                try {
                    keys.put(
                            directory,
                            directory.register(
                                    service,
                                    StandardWatchEventKinds.ENTRY_CREATE,
                                    StandardWatchEventKinds.ENTRY_DELETE,
                                    StandardWatchEventKinds.ENTRY_MODIFY));
                } catch (IOException e) {
                    LOG.debug("{} cannot be watched: {}", directory, e.getMessage());
                }
            }
        }
    }
}
