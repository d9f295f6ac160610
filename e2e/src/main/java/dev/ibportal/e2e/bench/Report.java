package dev.ibportal.e2e.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** The raw output of one measurement: to the terminal and to its file. */
public final class Report {
    private final Path file;
    private final PrintStream terminal;

    private Report(Path file, PrintStream terminal) {
        this.file = file;
        this.terminal = terminal;
    }

    public static Report begin(Path folder, String name) {
        return begin(folder, name, System.out);
    }

    static Report begin(Path folder, String name, PrintStream terminal) {
        try {
            Files.createDirectories(folder);
            Path file = folder.resolve(name + ".txt");
            Files.writeString(file, "");
            Report report = new Report(file, terminal);
            report.line("# %s, %s", name, Instant.now().truncatedTo(ChronoUnit.SECONDS));
            report.line(
                    "# %d processors, %s %s, Java %s",
                    Runtime.getRuntime().availableProcessors(),
                    System.getProperty("os.name"),
                    System.getProperty("os.arch"),
                    System.getProperty("java.version"));
            return report;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public void line(String format, Object... values) {
        String text = String.format(Locale.ROOT, format, values);
        terminal.println(text);
        try {
            Files.writeString(file, text + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
