package dev.ibportal.daemon.drivers;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Keeps a download at its rate and within its time. */
final class Pace {
    private final OptionalLong rate;
    private final Duration limit;
    private final long begun = System.nanoTime();
    private long bytes;

    /** @param rate bytes each second */
    Pace(OptionalLong rate, Duration limit) {
        this.rate = rate;
        this.limit = limit;
    }

    /** Waits until these bytes were allowed to have come. */
    void after(int more) throws IOException {
        bytes += more;
        long passed = System.nanoTime() - begun;
        if (passed > limit.toNanos()) {
            throw new IOException("it was not whole within " + limit.toSeconds() + " s; what there is of it is kept");
        }
        if (rate.isPresent()) {
            long due = (long) (bytes * (double) TimeUnit.SECONDS.toNanos(1) / rate.getAsLong());
            pause(Math.min(due, limit.toNanos()) - passed);
        }
    }

    private static void pause(long nanos) throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the daemon stops");
        }
    }
}
