package dev.ibportal.daemon.diagnose;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.diagnosis.FactKey;
import dev.ibportal.diagnosis.Told;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Runs the programs of a diagnosis, none longer than its share. */
final class Tools implements CommandRunner {
    private final CommandRunner commands;
    private final Duration share;
    private final RawOutputs raw;

    Tools(CommandRunner commands, Duration share, RawOutputs raw) {
        this.raw = raw;
        this.commands = commands;
        this.share = share;
    }

    @Override
    public CommandResult run(Command command) {
        return raw.keep(commands.run(command.timeLimit().compareTo(share) > 0 ? command.within(share) : command));
    }

    @Override
    public boolean knows(String program) {
        return commands.knows(program);
    }

    /** @param reading what an answer that came says; whether it was a success is for it to judge */
    Look look(FactKey key, List<String> argv, Function<CommandResult, Told> reading) {
        Command command = new Command(argv, share);
        return Look.of(command.toString(), key, () -> {
            CommandResult result = run(command);
            return result.outcome() == CommandResult.Outcome.EXITED ? reading.apply(result) : notTold(result);
        });
    }

    static Told notTold(CommandResult result) {
        return new Told.Unknown(result.describe());
    }

    static Told value(Optional<String> found) {
        return found.filter(text -> !text.isEmpty()).<Told>map(Told.Value::new).orElseGet(Told.Nothing::new);
    }

    static Told value(List<String> lines) {
        return value(Optional.of(String.join("\n", lines)));
    }

    static Told told(Reading<String> reading) {
        if (reading instanceof Reading.Known<String> known) {
            return value(Optional.of(known.value().strip()));
        }
        return reading.trouble().<Told>map(Told.Unknown::new).orElseGet(Told.Nothing::new);
    }
}
