package dev.ibportal.daemon.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The usual ways to start the daemon, understood without the library that reads command lines: it would stay in memory
 * for as long as the daemon runs, three parts in a hundred of it. Other words are left to {@link IbnodedCommand}.
 */
public final class PlainRun {
    private static final String RUN = "run";
    private static final String CONFIG = "--config";

    private PlainRun() {}

    /** The exit code, or nothing if these words are not for here. */
    public static OptionalInt run(String... words) {
        return run(System.err, words);
    }

    static OptionalInt run(PrintStream err, String... words) {
        return configOf(words).map(file -> OptionalInt.of(run(err, file))).orElseGet(OptionalInt::empty);
    }

    static Optional<Path> configOf(String... words) {
        if (words.length == 1 && words[0].equals(RUN)) {
            return Optional.of(DaemonConfig.USUAL_FILE);
        }
        boolean named = words.length == 3 && words[0].equals(CONFIG) && words[2].equals(RUN);
        return named ? Optional.of(Path.of(words[1])) : Optional.empty();
    }

    @SuppressWarnings("CatchingUnchecked") // the process has to end, with threads of its own still there
    private static int run(PrintStream err, Path config) {
        try {
            return Daemon.run(DaemonConfig.load(config));
        } catch (Exception e) {
            OptionalInt code = ExitCode.expected(e);
            if (code.isPresent()) {
                err.println("ibnoded: " + e.getMessage());
            } else {
                e.printStackTrace(err);
            }
            return code.orElse(ExitCode.FAILED);
        }
    }
}
