package dev.ibportal.portal.rollout;

import dev.ibportal.portal.rollout.Programs.Ended;
import java.util.List;
import java.util.Optional;

/**
 * A hook that is a program of the portal's host. What it prints names the blocker.
 *
 * @param isDrained ends with 0 when somebody has drained the node
 */
record CommandHook(Programs programs, List<String> drain, List<String> giveBack, Optional<List<String>> isDrained)
        implements Hook {
    /** As sysexits.h has it for "try again". */
    private static final int GOING = 75;

    private static final String NODE = "{node}";

    CommandHook {
        drain = List.copyOf(drain);
        giveBack = List.copyOf(giveBack);
    }

    @Override
    public boolean isDrained(String node) {
        return isDrained.map(argv -> run(argv, node).well()).orElse(false);
    }

    @Override
    public Progress drain(String node) {
        return progress(drain, node);
    }

    @Override
    public Progress giveBack(String node) {
        return progress(giveBack, node);
    }

    private Progress progress(List<String> argv, String node) {
        Ended ended = run(argv, node);
        return switch (ended.code()) {
            case 0 -> new Progress.Done();
            case GOING -> new Progress.Going(ended.said());
            default -> new Progress.Failed(argv.get(0) + " ended with " + ended.code() + ": " + ended.said());
        };
    }

    private Ended run(List<String> argv, String node) {
        return programs.run(argv.stream().map(word -> word.replace(NODE, node)).toList());
    }
}
