package dev.ibportal.daemon.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Carries out a plan that somebody looked at. */
@Command(
        name = "apply",
        description = "Carries out a plan as one transaction: all of it is kept, or all of it is taken back.",
        mixinStandardHelpOptions = true)
final class ApplyCommand implements Callable<Integer> {
    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Option(
            names = "--plan",
            paramLabel = "DIGEST",
            required = true,
            description = "Digest that \"ibnoded plan\" printed; refused when spec or host changed since.")
    private String plan = "";

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Orders.report(Orders.give(parent.config(), "apply", plan, reconciler -> reconciler.apply(plan)));
    }
}
