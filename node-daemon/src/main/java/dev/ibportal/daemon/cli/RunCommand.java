package dev.ibportal.daemon.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** The daemon itself. The usual words for it come in by {@link PlainRun}; this explains and knows all of them. */
@Command(
        name = "run",
        description = "Runs the daemon in the foreground until it is told to stop.",
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    @ParentCommand
    private IbnodedCommand parent = new IbnodedCommand();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Daemon.run(parent.config());
    }
}
