package dev.ibportal.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/** Says what is being done, with the time since the command was given. */
final class Progress {
    private final PrintStream out;
    private final Instant begin;

    Progress(PrintStream out, Instant begin) {
        this.out = out;
        this.begin = begin;
    }

    /** Counts from the start of this process: under Maven that is the build too. */
    static Progress sinceProcessStart(PrintStream out) {
        return new Progress(out, ProcessHandle.current().info().startInstant().orElseGet(Instant::now));
    }

    void step(String text) {
        double seconds = Duration.between(begin, Instant.now()).toMillis() / 1000.0;
        out.println(String.format(Locale.ROOT, "[%6.1f s] %s", seconds, text));
        out.flush();
    }

    void text(String text) {
        out.println(text);
        out.flush();
    }
}
