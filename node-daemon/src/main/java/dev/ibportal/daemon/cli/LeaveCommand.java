package dev.ibportal.daemon.cli;

import dev.ibportal.daemon.enrol.Identity;
import dev.ibportal.daemon.enrol.IdentityStore;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.linux.LinuxHostFiles;
import dev.ibportal.daemon.ipoib.Settling;
import dev.ibportal.daemon.reconcile.Leave;
import dev.ibportal.daemon.state.StateDir;
import dev.ibportal.daemon.state.StateLock;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Ends the daemon's work on this host; the daemon itself must not run. */
@Command(
        name = "leave",
        description =
                "Ends the work of ibnoded on this host. Stop the daemon first; retire the node in the portal after.",
        mixinStandardHelpOptions = true)
final class LeaveCommand implements Callable<Integer> {
    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Choice choice = new Choice();

    static final class Choice {
        @Option(
                names = "--keep",
                description = "Interfaces and their files stay as they are and belong to you from now on.")
        private boolean keep;

        @Option(names = "--remove", description = "Every interface, address and file that ibnoded made goes.")
        @SuppressWarnings("UnusedVariable") // the other choice of the two
        private boolean remove;
    }

    @Override
    public Integer call() throws IOException {
        DaemonConfig config = parent.config();
        try (StateLock owned = StateDir.open(config.stateDir()).own()) {
            return leave(config, owned.dir());
        }
    }

    private int leave(DaemonConfig config, StateDir state) throws IOException {
        Identity identity = new IdentityStore(state).load();
        StateDir own = state.child("node-" + identity.nodeId());
        Host host = Wiring.host(config, Clock.systemUTC());
        Leave leave = Leave.open(host, new LinuxHostFiles(own.path()));
        Leave.Left left = choice.keep ? leave.keep() : leave.remove(Settling.USUAL);
        left.lines().forEach(System.out::println);
        if (!left.complete()) {
            System.err.println("ibnoded: not left; put right what is named above and try again");
            return ExitCode.FAILED;
        }
        state.delete("identity.json");
        System.out.println("This host has left the portal. Retire the node there, so that nobody waits for it.");
        return ExitCode.OK;
    }
}
