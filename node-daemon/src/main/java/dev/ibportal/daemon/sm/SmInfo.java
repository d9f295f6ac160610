package dev.ibportal.daemon.sm;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code sminfo} says of the subnet manager that this host's port follows. */
final class SmInfo {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Pattern MASTER = Pattern.compile("sminfo: sm lid \\d+ sm guid 0x[0-9a-f]+,.* SMINFO_\\w+");

    private static final Pattern RULER = Pattern.compile("sminfo: sm lid \\d+ sm guid (0x[0-9a-f]+),.* SMINFO_MASTER");

    private SmInfo() {}

    /**
     * @param master the line that says who it is; empty: there was no answer
     * @param trouble why not, in plain words
     */
    record Answer(Optional<String> master, String trouble) {
        /** Port GUID of the one that rules; empty: none did answer, or the one that answered does not rule. */
        Optional<String> ruler() {
            return master.map(RULER::matcher).filter(Matcher::find).map(found -> found.group(1));
        }
    }

    static Answer ask(CommandRunner commands) {
        CommandResult result = commands.run(Command.of("sminfo").within(LIMIT));
        Optional<String> line = result.stdout()
                .lines()
                .filter(each -> result.succeeded() && MASTER.matcher(each).find())
                .findFirst();
        return new Answer(line, line.isPresent() ? "" : Complaint.of(result));
    }
}
