package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.journal.Actions;
import dev.ibportal.types.IpoibMode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Carries out steps by commands and file writes. That a step went well only means that nobody complained. */
final class StepRunner {
    private static final List<Integer> DATAGRAM_MTUS = List.of(4092, 2044, 1020);
    private static final List<Integer> CONNECTED_MTUS = List.of(65520);

    private final Host host;
    private final Actions actions;

    StepRunner(Host host, Actions actions) {
        this.host = host;
        this.actions = actions;
    }

    /** What is tried, the largest first. */
    static List<Integer> mtus(IpoibMode mode) {
        return mode == IpoibMode.CONNECTED ? CONNECTED_MTUS : DATAGRAM_MTUS;
    }

    /** Empty, or why it went wrong. */
    Optional<Cause> run(Step step) {
        if (step instanceof Step.ByCommand command) {
            return run(command);
        } else if (step instanceof Step.ByFile file) {
            return file(file);
        } else if (step instanceof Step.RaiseMtu raise) {
            return raise(raise);
        }
        throw new IllegalArgumentException("unknown step " + step);
    }

    private Optional<Cause> run(Step.ByCommand step) {
        Instant begun = host.clock().instant();
        CommandResult result = host.commands().run(step.command());
        actions.command(result, Duration.between(begun, host.clock().instant()));
        return verdict(step, result);
    }

    private Optional<Cause> file(Step.ByFile step) {
        if (step instanceof Step.WriteFile write) {
            return file(
                    JournalKind.JOURNAL_KIND_FILE_WRITTEN,
                    write.path(),
                    () -> host.files().write(write.path(), write.content(), write.mode()));
        } else if (step instanceof Step.DeleteFile delete) {
            return file(
                    JournalKind.JOURNAL_KIND_FILE_DELETED,
                    delete.path(),
                    () -> host.files().delete(delete.path()));
        }
        throw new IllegalArgumentException("unknown step " + step);
    }

    private interface FileWork {
        void run() throws IOException;
    }

    private Optional<Cause> file(JournalKind kind, String path, FileWork work) {
        try {
            if (host.files().isLink(path)) {
                throw new IOException(
                        path + " is a symbolic link, and files of ours are none: it leads to a file that is"
                                + " somebody else's; remove the link");
            }
            work.run();
            actions.file(kind, path, Optional.empty());
            return Optional.empty();
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            actions.file(kind, path, Optional.of(why));
            return Optional.of(Cause.failed(
                    "file.failed", "a file could not be changed: " + (why.contains(path) ? "" : path + ": ") + why));
        }
    }

    private Optional<Cause> raise(Step.RaiseMtu step) {
        Optional<Cause> last = Optional.empty();
        for (int mtu : mtus(step.mode())) {
            last = run((Step.ByCommand) new Step.SetMtu(step.name(), mtu, Optional.empty()));
            if (last.isEmpty()) {
                break;
            }
        }
        return last;
    }

    private static Optional<Cause> verdict(Step step, CommandResult result) {
        if (result.succeeded() || isAlreadyDone(step, result)) {
            return Optional.empty();
        }
        if (result.timedOut()) {
            return Optional.of(Cause.failed("command.timeout", result.describe() + "; see what holds it up"));
        }
        return Optional.of(
                switch (code(step, result)) {
                    case "driver.module-missing" ->
                        Cause.failed(
                                "driver.module-missing", "the kernel module ib_ipoib is missing: " + result.describe());
                    case "mode.refused" ->
                        Cause.failed("mode.refused", "the kernel refused the mode: " + result.describe());
                    case "mtu.refused" ->
                        Cause.failed(
                                "mtu.refused",
                                "the kernel refused the MTU, it is larger than the port's InfiniBand MTU less 4: "
                                        + result.describe());
                    default -> Cause.failed("command.failed", result.describe());
                });
    }

    private static String code(Step step, CommandResult result) {
        boolean invalid = result.stderr().contains("Invalid argument");
        if (step instanceof Step.LoadModule
                || (step instanceof Step.CreateChild && result.stderr().contains("Unknown device type"))) {
            return "driver.module-missing";
        }
        if (step instanceof Step.SetMode && invalid) {
            return "mode.refused";
        }
        return step instanceof Step.SetMtu && invalid ? "mtu.refused" : "command.failed";
    }

    /**
     * A way back is gone from whatever point the transaction had come to, so that part of it is already as before: what it
     * would put back is there, and what it would take away is not.
     */
    private static boolean isUndoneAlready(List<String> argv, String complaint) {
        boolean puts = argv.contains("add");
        boolean takes = argv.contains("del") || argv.contains("delete") || argv.contains("down");
        return (puts && (complaint.contains("file exists") || complaint.contains("already assigned")))
                || (takes
                        && (complaint.contains("cannot find device")
                                || complaint.contains("cannot assign requested address")
                                || complaint.contains("address not found")
                                || complaint.contains("no such process")
                                || complaint.contains("no such file or directory")
                                || complaint.contains("unknown connection")
                                || complaint.contains("not an active connection")));
    }

    /** What should go is gone: that is no failure, whoever did it. */
    private static boolean isAlreadyDone(Step step, CommandResult result) {
        String complaint = result.stderr().toLowerCase(Locale.ROOT);
        if (step instanceof Step.Replay replay) {
            return isUndoneAlready(replay.command().argv(), complaint);
        }
        if (step instanceof Step.DeleteChild) {
            return complaint.contains("cannot find device");
        }
        if (step instanceof Step.RemoveAddress) {
            return complaint.contains("cannot assign requested address")
                    || complaint.contains("address not found")
                    || complaint.contains("cannot find device");
        }
        if (step instanceof Step.AddRoute || step instanceof Step.AddRule) {
            // The keeper of the network may have been quicker.
            return complaint.contains("file exists");
        }
        if (step instanceof Step.RemoveRoute || step instanceof Step.RemoveRule) {
            return complaint.contains("no such process")
                    || complaint.contains("no such file or directory")
                    || complaint.contains("cannot find device");
        }
        return step instanceof Step.ForgetProfile && complaint.contains("unknown connection");
    }
}
