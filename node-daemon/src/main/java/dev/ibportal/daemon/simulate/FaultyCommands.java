package dev.ibportal.daemon.simulate;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.CommandRunner;
import java.util.Set;

/** Commands that change the host may fail or hang; looking always works. */
final class FaultyCommands implements CommandRunner {
    private static final Set<String> CHANGING = Set.of("ip", "modprobe", "nmcli");
    private static final Set<String> LOOKING = Set.of("-j", "-t", "show", "--offline");

    private final CommandRunner host;
    private volatile boolean failing;
    private volatile boolean hanging;

    FaultyCommands(CommandRunner host) {
        this.host = host;
    }

    void failing(boolean on) {
        failing = on;
    }

    void hanging(boolean on) {
        hanging = on;
    }

    @Override
    public boolean knows(String program) {
        return host.knows(program);
    }

    @Override
    public CommandResult run(Command command) {
        boolean changes =
                CHANGING.contains(command.program()) && command.argv().stream().noneMatch(LOOKING::contains);
        if (changes && hanging) {
            return hang(command);
        }
        if (changes && failing) {
            return CommandResult.exited(command, 2, "", "RTNETLINK answers: Operation not permitted\n");
        }
        return host.run(command);
    }

    private static CommandResult hang(Command command) {
        try {
            Thread.sleep(command.timeLimit().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return CommandResult.timedOut(command, "", "");
    }
}
