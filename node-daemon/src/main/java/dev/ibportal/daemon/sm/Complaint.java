package dev.ibportal.daemon.sm;

import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandResult.Outcome;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an InfiniBand tool complained of. These print the reason to standard output; on standard error is a trace with the
 * process id, which would make the same trouble look new each time.
 */
final class Complaint {
    private static final Pattern REASON = Pattern.compile("iberror: (?:failed: )?(.+)");

    private Complaint() {}

    static String of(CommandResult result) {
        Optional<String> reason = Stream.of(result.stdout(), result.stderr())
                .flatMap(String::lines)
                .map(REASON::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1).strip())
                .findFirst();
        return reason.isPresent() && result.outcome() == Outcome.EXITED
                ? "«" + result.command() + "» ended with status " + result.exitCode() + ": " + reason.get()
                : result.describe();
    }
}
