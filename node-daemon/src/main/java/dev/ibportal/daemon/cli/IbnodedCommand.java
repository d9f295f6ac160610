package dev.ibportal.daemon.cli;

import java.nio.file.Path;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The top of the command line. */
@Command(
        name = "ibnoded",
        description =
                "Joins this host to an InfiniBand portal and keeps its IPoIB interfaces as the portal wants them.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionLine.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed",
            "2:wrong usage or configuration",
            "3:this host is not enrolled",
            "4:the portal refused the token",
            "5:the portal's CA is not the one that the token names",
            "6:the portal cannot be reached",
            "7:status: the daemon does not run or has no session",
            "8:apply: the plan is stale",
            "9:apply, rollback: it failed; the message says what the host is like now"
        },
        subcommands = {
            EnrolCommand.class,
            RunCommand.class,
            StatusCommand.class,
            PlanCommand.class,
            ApplyCommand.class,
            RollbackCommand.class,
            DiagnoseCommand.class,
            DriversCommand.class,
            LeaveCommand.class,
            SimulateCommand.class
        })
public final class IbnodedCommand {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Configuration file; default: /etc/ibnoded/ibnoded.properties")
    private @Nullable Path config;

    /** Runs one command and returns its exit code. */
    public static int run(String... args) {
        return new CommandLine(new IbnodedCommand())
                .setExecutionExceptionHandler(IbnodedCommand::explain)
                .execute(args);
    }

    DaemonConfig config() {
        return DaemonConfig.load(config == null ? DaemonConfig.USUAL_FILE : config);
    }

    DaemonConfig configForLooking() {
        return DaemonConfig.forLooking(config);
    }

    /** Expected trouble is one sentence; only bugs show a stack. */
    private static int explain(Exception failure, CommandLine command, CommandLine.ParseResult parsed)
            throws Exception {
        OptionalInt code = ExitCode.expected(failure);
        if (code.isEmpty()) {
            throw failure;
        }
        command.getErr().println("ibnoded: " + failure.getMessage());
        return code.getAsInt();
    }
}
