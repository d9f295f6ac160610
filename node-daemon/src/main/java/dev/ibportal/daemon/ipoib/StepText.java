package dev.ibportal.daemon.ipoib;

import java.util.List;

/** A step in one line: the command as a person would give it, or what happens to a file. */
public final class StepText {
    private StepText() {}

    public static String of(Step step) {
        if (step instanceof Step.WriteFile write) {
            return (write.before().isPresent() ? "change " : "create ") + write.path() + "\n" + write.content();
        } else if (step instanceof Step.DeleteFile delete) {
            return "delete " + delete.path();
        }
        return String.join(" ", argv(step));
    }

    /** The command of a step that is one; for the largest MTU the values that are tried. */
    public static List<String> argv(Step step) {
        if (step instanceof Step.ByCommand command) {
            return command.command().argv();
        } else if (step instanceof Step.RaiseMtu raise) {
            String tried = StepRunner.mtus(raise.mode()).stream()
                    .map(String::valueOf)
                    .reduce((a, b) -> a + "|" + b)
                    .orElse("");
            return List.of("ip", "link", "set", "dev", raise.name().text(), "mtu", tried);
        }
        return List.of();
    }
}
