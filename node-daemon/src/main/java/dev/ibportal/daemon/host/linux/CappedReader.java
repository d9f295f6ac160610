package dev.ibportal.daemon.host.linux;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Drains a stream to its end, so that the writer never blocks, but keeps no more than a limit. */
final class CappedReader {
    /** How long output may still trickle in after the program itself has ended. */
    private static final long GRACE_MILLIS = 1000;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final InputStream stream;
    private final int limit;
    private final Thread thread;

    private CappedReader(InputStream stream, int limit) {
        this.stream = stream;
        this.limit = limit;
        thread = new Thread(this::drain, "command-output");
        thread.setDaemon(true);
    }

    static CappedReader of(InputStream stream, int limit) {
        CappedReader reader = new CappedReader(stream, limit);
        reader.thread.start();
        return reader;
    }

    private void drain() {
        byte[] chunk = new byte[8192];
        try (InputStream open = stream) {
            for (int n = open.read(chunk); n >= 0; n = open.read(chunk)) {
                keep(chunk, n);
            }
        } catch (IOException e) {
            // The pipe was closed under us: what was read so far is all there is.
            return;
        }
    }

    private synchronized void keep(byte[] chunk, int count) {
        kept.write(chunk, 0, Math.min(count, limit - kept.size()));
    }

    /** What came, waiting a short while for the end: a grandchild may hold the pipe open for ever. */
    String text() {
        try {
            thread.join(GRACE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            return kept.toString(StandardCharsets.UTF_8);
        }
    }
}
