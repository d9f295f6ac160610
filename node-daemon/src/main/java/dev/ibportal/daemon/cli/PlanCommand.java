package dev.ibportal.daemon.cli;

import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.daemon.state.StateDir;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows what would be done. */
@Command(
        name = "plan",
        description =
                "Shows the exact difference between what the portal wants here and what is: commands in their order,"
                        + " files with a diff, what happens to traffic, and what stays. Changes nothing.",
        mixinStandardHelpOptions = true)
final class PlanCommand implements Callable<Integer> {
    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        DaemonConfig config = parent.config();
        StateDir state = StateDir.open(config.stateDir());
        NodePlan plan = Wiring.reconciler(config, state, Clock.systemUTC()).plan(Optional.empty());
        System.out.print(json ? PlanPrint.json(plan) : PlanPrint.text(plan));
        return plan.getRefusal().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
    }
}
