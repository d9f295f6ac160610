package dev.ibportal.daemon.ipoib;

import dev.ibportal.types.InterfaceName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The way back from a transaction, made before its first step so that it can be kept on disk: commands, and files with
 * their old content, in the order in which they are to be done.
 */
public record Undo(List<Step> steps) {
    public Undo {
        steps = List.copyOf(steps);
    }

    /** @param done steps in the order in which they are, or will be, done */
    static Undo of(List<Step> done) {
        Set<String> doomed = new HashSet<>();
        done.forEach(step -> {
            if (step instanceof Step.CreateChild create) {
                doomed.add(create.name().text());
            }
        });
        List<Step> newestFirst = new ArrayList<>(done);
        Collections.reverse(newestFirst);
        List<Step> back = new ArrayList<>();
        newestFirst.stream()
                .filter(step -> !goesWithItsInterface(step, doomed))
                .forEach(step -> back.addAll(step.undo()));
        return new Undo(back);
    }

    /** What was done to an interface that will be deleted needs no undoing of its own. */
    private static boolean goesWithItsInterface(Step step, Set<String> doomed) {
        if (step instanceof Step.SetMtu mtu) {
            return isIn(doomed, mtu.name());
        } else if (step instanceof Step.AddAddress add) {
            return isIn(doomed, add.name());
        }
        if (step instanceof Step.AddRoute route) {
            return isIn(doomed, route.name());
        } else if (step instanceof Step.SetSysctl sysctl) {
            return doomed.stream().anyMatch(name -> sysctl.key().contains("/conf/" + name + "/"));
        }
        return step instanceof Step.LinkUp up && isIn(doomed, up.name());
    }

    private static boolean isIn(Set<String> names, InterfaceName name) {
        return names.contains(name.text());
    }
}
