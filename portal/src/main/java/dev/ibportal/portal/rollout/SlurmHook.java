package dev.ibportal.portal.rollout;

import dev.ibportal.portal.rollout.Programs.Ended;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Drains nodes of Slurm by its own tools. Jobs that run are waited for and never killed.
 *
 * @param scontrol the program, or its path
 * @param squeue as well
 */
record SlurmHook(Programs programs, String scontrol, String squeue) implements Hook {
    private static final String REASON = "Reason=ibportal: drivers are changed";
    /** Anything else would be a list of nodes to Slurm. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private static final Pattern STATE = Pattern.compile("(?:^| )State=([A-Z_+*~#!%$@^-]+)");
    private static final Set<String> BUSY = Set.of("ALLOCATED", "MIXED", "COMPLETING");

    @Override
    public boolean isDrained(String node) {
        return states(node).map(states -> states.contains("DRAIN")).orElse(false);
    }

    @Override
    public Progress drain(String node) {
        Optional<Set<String>> before = states(node);
        if (before.isEmpty()) {
            return new Progress.Failed(unknown(node));
        }
        if (!before.get().contains("DRAIN")) {
            Ended told = programs.run(List.of(scontrol, "update", "NodeName=" + node, "State=DRAIN", REASON));
            if (!told.well()) {
                return new Progress.Failed("scontrol refused to drain " + node + ": " + told.said());
            }
        }
        Set<String> now = states(node).orElse(before.get());
        return now.stream().anyMatch(BUSY::contains)
                ? new Progress.Going(jobs(node))
                : now.contains("DRAIN") ? new Progress.Done() : new Progress.Going("Slurm has not drained it yet");
    }

    @Override
    public Progress giveBack(String node) {
        if (states(node).isEmpty()) {
            return new Progress.Failed(unknown(node));
        }
        Ended told = programs.run(List.of(scontrol, "update", "NodeName=" + node, "State=UNDRAIN"));
        // A node whose daemon is away is resumed with an error: what counts is that it is not drained any more.
        return told.well() || !isDrained(node)
                ? new Progress.Done()
                : new Progress.Failed("scontrol refused to resume " + node + ": " + told.said());
    }

    /** Empty: Slurm knows no such node, or does not answer. */
    private Optional<Set<String>> states(String node) {
        if (!NAME.matcher(node).matches()) {
            return Optional.empty();
        }
        Ended shown = programs.run(List.of(scontrol, "show", "node", "-o", node));
        Matcher state = STATE.matcher(shown.out());
        return shown.well() && state.find()
                ? Optional.of(Set.copyOf(Arrays.asList(
                        state.group(1).replaceAll("[*~#!%$@^-]", "").split("\\+"))))
                : Optional.empty();
    }

    private String unknown(String node) {
        return NAME.matcher(node).matches()
                ? "Slurm does not tell of node " + node + ": "
                        + programs.run(List.of(scontrol, "show", "node", "-o", node))
                                .said()
                : "\"" + node + "\" cannot be the name of a node of Slurm";
    }

    private String jobs(String node) {
        Ended listed = programs.run(List.of(squeue, "-h", "-w", node, "-o", "job %i of %u"));
        return listed.well() ? String.join(", ", listed.said().lines().toList()) : "jobs that squeue did not list";
    }
}
