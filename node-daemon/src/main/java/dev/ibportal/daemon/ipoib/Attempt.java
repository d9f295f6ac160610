package dev.ibportal.daemon.ipoib;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
        return undo(done);
    }

    /** A step that failed may still have had its effect, in part or whole: above all one that was killed. */
    List<String> takeBackFailed() {
        return failed.map(step -> undo(List.of(step))).orElse(List.of());
    }

    private List<String> undo(List<Step> steps) {
        Set<String> doomed = new HashSet<>();
        steps.forEach(step -> {
            if (step instanceof Step.CreateChild create) {
                doomed.add(create.name().text());
            }
        });
        List<Step> newestFirst = new ArrayList<>(steps);
        Collections.reverse(newestFirst);
        List<String> troubles = new ArrayList<>();
        for (Step step : newestFirst) {
            if (!goesWithItsInterface(step, doomed)) {
                step.undo().forEach(undo -> runner.run(undo).map(Cause::message).ifPresent(troubles::add));
            }
        }
        return troubles;
    }

    /** What was done to an interface that will be deleted needs no undoing of its own. */
    private static boolean goesWithItsInterface(Step step, Set<String> doomed) {
        if (step instanceof Step.SetMtu mtu) {
            return doomed.contains(mtu.name().text());
        } else if (step instanceof Step.AddAddress add) {
            return doomed.contains(add.name().text());
        } else if (step instanceof Step.LinkUp up) {
            return doomed.contains(up.name().text());
        } else if (step instanceof Step.AddRoute route) {
            return doomed.contains(route.name().text());
        } else if (step instanceof Step.SetSysctl sysctl) {
            return doomed.stream().anyMatch(name -> sysctl.key().contains("/conf/" + name + "/"));
        }
        return false;
    }
}
