package dev.ibportal.daemon.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Goes back. */
@Command(
        name = "rollback",
        description =
                "Puts back what the last transaction changed, and leaves it so until there is a newer spec or a plan"
                        + " is applied.",
        mixinStandardHelpOptions = true)
final class RollbackCommand implements Callable<Integer> {
    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Orders.report(
                Orders.give(parent.config(), "rollback", "", reconciler -> reconciler.rollback(Optional.empty())));
    }
}
