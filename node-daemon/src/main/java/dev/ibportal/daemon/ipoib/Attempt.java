package dev.ibportal.daemon.ipoib;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Steps under way for one item, and the way back. */
final class Attempt {
    private final StepRunner runner;
    private final List<Step> done = new ArrayList<>();
    private Optional<Step> failed = Optional.empty();
    private Optional<Cause> failure = Optional.empty();

    Attempt(StepRunner runner) {
        this.runner = runner;
    }

    /** Does the steps until one fails. */
    void run(List<Step> steps) {
        for (Step step : steps) {
            failure = runner.run(step);
            if (failure.isPresent()) {
                failed = Optional.of(step);
                return;
            }
            done.add(step);
        }
    }

    Optional<Cause> failure() {
        return failure;
    }

    boolean didSomething() {
        return !done.isEmpty() || failed.isPresent();
    }

    boolean created() {
        return done.stream().anyMatch(step -> step instanceof Step.CreateChild || step instanceof Step.ActivateProfile);
    }

    /**
     * Takes back what was done, the newest first. What cannot be taken back is named; the rest is taken back all the
     * same.
     */
    List<String> takeBack() {
        // One that was killed at its time limit most likely did its work, and what is older rests on it.
        boolean counts =
                failure.filter(cause -> cause.code().equals("command.timeout")).isPresent();
        List<Step> steps = new ArrayList<>(done);
        failed.filter(step -> counts).ifPresent(steps::add);
        return undo(steps);
    }

    /** A step that failed may still have had its effect, in part or whole: above all one that was killed. */
    List<String> takeBackFailed() {
        return failed.map(step -> undo(List.of(step))).orElse(List.of());
    }

    private List<String> undo(List<Step> steps) {
        List<String> troubles = new ArrayList<>();
        Undo.of(steps)
                .steps()
                .forEach(step -> runner.run(step).map(Cause::message).ifPresent(troubles::add));
        return troubles;
    }
}
