package dev.ibportal.daemon.sm;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the subnet manager's log says about partitions since it was told to read its file. */
final class SmLog {
    private static final int MOST_BYTES = 256 << 10;
    private static final int MOST_LINES = 20;

    /**
     * 0512: a port's table is full. 1B19: no multicast LID left. 1B26: a broadcast group's attributes are impossible.
     * 3119: a port refuses its table. The last two mean that the fabric stands open.
     */
    private static final Pattern ABOUT_PARTITIONS =
            Pattern.compile("ERR (?:0512|1B19|1B26|3119)|PARSE ERROR|retrying with default config");

    /** With the log's usual settings these lines are written late, with {@code force_log_flush TRUE} at once. */
    private static final Pattern END_OF_SWEEP = Pattern.compile("SUBNET UP|Errors during initialization");

    private static final Pattern ERROR = Pattern.compile("ERR [0-9A-F]{4}|PARSE ERROR|FATAL|Exiting|\\berror\\b");

    private final LogFile file;
    private long mark;

    SmLog(LogFile file) {
        this.file = file;
        this.mark = file.size();
    }

    void mark() {
        mark = file.size();
    }

    List<String> warnings() {
        List<String> lines = file.from(mark, MOST_BYTES)
                .lines()
                .filter(line -> ABOUT_PARTITIONS.matcher(line).find())
                .toList();
        return lines.subList(Math.max(0, lines.size() - MOST_LINES), lines.size());
    }

    /** Whether a sweep has ended since the mark. It may have begun before, but no sweep from before goes on after it. */
    boolean hasSwept() {
        return END_OF_SWEEP.matcher(file.from(mark, MOST_BYTES)).find();
    }

    Optional<String> lastError() {
        return file.from(0, MOST_BYTES)
                .lines()
                .filter(line -> ERROR.matcher(line).find())
                .reduce((first, second) -> second);
    }
}
