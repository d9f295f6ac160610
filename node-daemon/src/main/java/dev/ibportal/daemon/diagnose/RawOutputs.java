package dev.ibportal.daemon.diagnose;

import dev.ibportal.agent.v1.RawOutput;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.inventory.ProtoTime;
import java.time.Clock;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** What the programs of a diagnosis printed, for people who want to read it themselves. Bounded: it crosses the wire. */
final class RawOutputs {
    private static final int LONGEST = 16_000;
    private static final int LONGEST_TOGETHER = 128_000;

    private final Clock clock;
    private final Queue<RawOutput> kept = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    RawOutputs(Clock clock) {
        this.clock = clock;
    }

    CommandResult keep(CommandResult result) {
        String output = cut(result.stdout());
        String errors = cut(result.stderr());
        int length = output.length() + errors.length();
        boolean fits = size.addAndGet(length) <= LONGEST_TOGETHER;
        kept.add(RawOutput.newBuilder()
                .setCommand(result.command().toString())
                .setAt(ProtoTime.of(clock.instant()))
                .setEnding(ending(result))
                .setOutput(fits ? output : "(left out: the outputs together are too long)")
                .setErrors(fits ? errors : "")
                .build());
        return result;
    }

    private static String ending(CommandResult result) {
        return switch (result.outcome()) {
            case EXITED -> "ended with status " + result.exitCode();
            case TIMED_OUT -> "did not end in time and was killed";
            case NOT_STARTED -> "could not be started";
        };
    }

    private static String cut(String text) {
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "\n(cut)" : text;
    }

    List<RawOutput> all() {
        return List.copyOf(kept);
    }
}
