package dev.ibportal.portal.auditlog;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What an export is written to. Its reader may take their time, but takes something every so often. */
final class PatientOutput extends OutputStream {
    /** So much at a time: each piece is a sign that the reader still takes something. */
    private static final int PIECE = 4096;

    private final OutputStream out;
    private @Nullable Thread writing;
    private long since;
    private boolean broken;

    PatientOutput(OutputStream out) {
        this.out = out;
    }

    private interface Writing {
        void run() throws IOException;
    }

    private void write(Writing piece) throws IOException {
        begin();
        try {
            piece.run();
        } catch (IOException e) {
            throw isBroken() ? new IOException("its reader has taken nothing for too long", e) : e;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws IOException {
        if (broken) {
            throw new IOException("its reader had taken nothing for too long");
        }
        writing = Thread.currentThread();
        since = System.nanoTime();
    }

    private synchronized boolean isBroken() {
        return broken;
    }

    private synchronized void end() {
        writing = null;
        if (broken) {
            // It was meant for this piece, and for nothing that the thread does later.
            Thread.interrupted();
        }
    }

    /** Breaks off, if the reader has taken nothing for so long; answers whether it did. */
    synchronized boolean breakOff(Duration patience) {
        Thread thread = writing;
        if (thread == null || broken || System.nanoTime() - since < patience.toNanos()) {
            return false;
        }
        broken = true;
        thread.interrupt();
        return true;
    }

    @Override
    public void write(int value) throws IOException {
        write(() -> out.write(value));
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int done = 0; done < length; done += PIECE) {
            int at = from + done;
            int count = Math.min(PIECE, length - done);
            write(() -> out.write(bytes, at, count));
        }
    }

    @Override
    public void flush() throws IOException {
        write(out::flush);
    }
}
