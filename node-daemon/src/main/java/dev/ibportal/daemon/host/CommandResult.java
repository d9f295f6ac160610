package dev.ibportal.daemon.host;

/**
 * What came of a command. Exit status 0 alone proves nothing about the host; read back what should have changed.
 *
 * @param outcome whether {@code exitCode} means anything
 * @param exitCode the program's status; -1 unless it exited
 * @param stdout captured output, cut at the runner's limit
 * @param stderr captured errors, cut at the runner's limit; for {@link Outcome#NOT_STARTED} the reason
 */
public record CommandResult(Command command, Outcome outcome, int exitCode, String stdout, String stderr) {
    public enum Outcome {
        EXITED,
        /** Killed at its time limit; it may have done its work, part of it or nothing. */
        TIMED_OUT,
        /** Not allowed, not found in the search path, or not executable. */
        NOT_STARTED
    }

    public static CommandResult exited(Command command, int exitCode, String stdout, String stderr) {
        return new CommandResult(command, Outcome.EXITED, exitCode, stdout, stderr);
    }

    public static CommandResult timedOut(Command command, String stdout, String stderr) {
        return new CommandResult(command, Outcome.TIMED_OUT, -1, stdout, stderr);
    }

    public static CommandResult notStarted(Command command, String reason) {
        return new CommandResult(command, Outcome.NOT_STARTED, -1, "", reason);
    }

    public boolean succeeded() {
        return outcome == Outcome.EXITED && exitCode == 0;
    }

    public boolean timedOut() {
        return outcome == Outcome.TIMED_OUT;
    }

    /** One sentence for a status: the command, how it ended, and the first line it complained with. */
    public String describe() {
        String complaint = stderr.strip().lines().findFirst().orElse("");
        String tail = complaint.isEmpty() ? "" : ": " + complaint;
        return switch (outcome) {
            case EXITED -> "«" + command + "» ended with status " + exitCode + tail;
            case TIMED_OUT ->
                "«" + command + "» did not end within " + command.timeLimit().toMillis() + " ms and was" + " killed";
            case NOT_STARTED -> "«" + command + "» could not be started" + tail;
        };
    }
}
