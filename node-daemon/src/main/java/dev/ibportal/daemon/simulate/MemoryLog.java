package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.sm.LogFile;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The simulated subnet manager's log: its last part, with offsets that go on growing. */
final class MemoryLog implements LogFile {
    private static final int KEPT = 64 << 10;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("MMM dd HH:mm:ss SSSSSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Clock clock;
    private final StringBuilder text = new StringBuilder();
    private long dropped;

    MemoryLog(Clock clock) {
        this.clock = clock;
    }

    synchronized void add(String level, String message) {
        text.append(TIME.format(clock.instant()))
                .append(" [5F3A] ")
                .append(level)
                .append(" -> ")
                .append(message)
                .append('\n');
        int surplus = text.length() - KEPT;
        if (surplus > 0) {
            text.delete(0, surplus);
            dropped += surplus;
        }
    }

    @Override
    public synchronized long size() {
        return dropped + text.length();
    }

    @Override
    public synchronized String from(long offset, int limit) {
        int begin = (int) Math.max(0, offset - dropped);
        return text.substring(Math.max(Math.min(begin, text.length()), text.length() - limit));
    }
}
