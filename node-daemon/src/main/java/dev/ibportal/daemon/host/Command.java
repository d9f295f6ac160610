package dev.ibportal.daemon.host;

import java.time.Duration;
import java.util.List;

/**
 * A program with its arguments, never a shell line.
 *
 * @param argv program name without a path, then its arguments
 * @param timeLimit after which it is killed with everything it started
 */
public record Command(List<String> argv, Duration timeLimit) {
    private static final Duration USUAL_LIMIT = Duration.ofSeconds(15);

    public Command {
        argv = List.copyOf(argv);
        if (argv.isEmpty() || argv.get(0).isEmpty()) {
            throw new IllegalArgumentException("a command needs a program name");
        }
        if (argv.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException("an argument vector cannot carry NUL");
        }
    }

    public static Command of(String... argv) {
        return new Command(List.of(argv), USUAL_LIMIT);
    }

    public Command within(Duration limit) {
        return new Command(argv, limit);
    }

    public String program() {
        return argv.get(0);
    }

    /** The words with blanks between them, for messages and logs only. */
    @Override
    public String toString() {
        return String.join(" ", argv);
    }
}
