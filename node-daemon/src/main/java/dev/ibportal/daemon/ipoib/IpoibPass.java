package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Host;
import dev.ibportal.types.Guid;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * One pass over all items: look, plan, apply, read back, then keep or take back, each item by itself. A pass over a host
 * that is as wanted changes nothing and needs two child processes, three under NetworkManager.
 */
public final class IpoibPass {
    private final Settling settling;
    private final StepRunner runner;
    private final Sight.Observer observer;
    private final Resting resting;

    public IpoibPass(Host host, Settling settling, Resting resting) {
        this.settling = settling;
        this.resting = resting;
        this.runner = new StepRunner(host);
        this.observer = new Sight.Observer(host);
    }

    /** One outcome for each wish, in their order. */
    public List<Outcome> run(List<Wish> wishes, AppliedStore store) {
        Map<String, Applied> memory = store.all();
        Map<String, Applied> after = new LinkedHashMap<>(memory);
        Map<String, Outcome> outcomes = new HashMap<>();
        Sight sight = observer.look(new Wants(wishes, memory));
        sight = remove(wishes, memory, after, outcomes, sight);
        boolean intended = present(wishes, store, after, outcomes, sight);
        if (intended || !after.equals(memory)) {
            store.settle(after);
        }
        return wishes.stream()
                .map(wish ->
                        Optional.ofNullable(outcomes.get(wish.interfaceId())).orElseThrow())
                .toList();
    }

    private Sight remove(
            List<Wish> wishes,
            Map<String, Applied> memory,
            Map<String, Applied> after,
            Map<String, Outcome> outcomes,
            Sight sight) {
        Map<Removal, Attempt> attempts = new LinkedHashMap<>();
        Map<Removal, Cause> refused = new HashMap<>();
        Sight left = sight;
        for (Removal removal : removals(wishes, memory)) {
            Attempt attempt = new Attempt(runner);
            boolean replaced = isReplaced(removal, wishes, memory);
            Plan plan = replaced ? new Plan.Change(List.of()) : removal.plan(left);
            // So that the last interface of a port takes along what they shared.
            left = replaced ? left : left.without(removal.files(left).keySet());
            if (plan instanceof Plan.Change change) {
                attempt.run(change.steps());
            } else if (plan instanceof Plan.Refused no) {
                refused.put(removal, no.cause());
            }
            attempts.put(removal, attempt);
        }
        boolean changed = attempts.values().stream().anyMatch(Attempt::didSomething);
        Sight now = changed ? settleRemovals(attempts, sight) : sight;
        attempts.forEach((removal, attempt) -> {
            String id = removal.wish().interfaceId();
            if (isReplaced(removal, wishes, memory)) {
                outcomes.put(id, replaced(removal));
                return;
            }
            Finding finding = removal.check(now);
            Optional<Cause> cause = Optional.ofNullable(refused.get(removal))
                    .or(() -> finding.cause()
                            .map(found -> attempt.failure()
                                    .map(failure -> failure.adding(found.message()))
                                    .orElse(found)));
            Outcome outcome = Outcome.of(removal.wish(), finding, cause, attempt.didSomething());
            outcomes.put(id, outcome);
            if (cause.isEmpty()) {
                after.put(id, absent(removal));
            }
        });
        return now;
    }

    private Sight settleRemovals(Map<Removal, Attempt> attempts, Sight before) {
        Sight now = observer.lookAgain(before);
        for (int i = 1; i < settling.looks() && lingers(attempts, now); i++) {
            settling.pauseOnce();
            now = observer.lookAgain(before);
        }
        return now;
    }

    /** A delete that was accepted may still take a moment: the kernel queues it. */
    private static boolean lingers(Map<Removal, Attempt> attempts, Sight now) {
        return attempts.entrySet().stream()
                .anyMatch(entry -> entry.getValue().didSomething()
                        && entry.getValue().failure().isEmpty()
                        && entry.getKey().check(now).cause().isPresent());
    }

    private static List<Removal> removals(List<Wish> wishes, Map<String, Applied> memory) {
        List<Removal> removals = new ArrayList<>();
        for (Wish wish : wishes) {
            if (wish instanceof Wish.Absent absent) {
                Optional<Applied> applied = Optional.ofNullable(memory.get(absent.interfaceId()));
                applied.map(Applied::target)
                        .or(absent::target)
                        .ifPresent(target -> removals.add(new Removal(absent, target, applied)));
            }
        }
        return removals;
    }

    /** Its absence was proven, and by now somebody wants an interface in the same place again. */
    private static boolean isReplaced(Removal removal, List<Wish> wishes, Map<String, Applied> memory) {
        boolean proven = Optional.ofNullable(memory.get(removal.wish().interfaceId()))
                .filter(Applied::absent)
                .isPresent();
        return proven
                && wishes.stream()
                        .anyMatch(wish -> wish instanceof Wish.Present present
                                && removal.target().equals(present.target()));
    }

    private static Outcome replaced(Removal removal) {
        Finding.Builder finding = new Finding.Builder();
        removal.wish().ledgerId().ifPresent(finding::proven);
        return Outcome.of(removal.wish(), finding.build(), Optional.empty(), false);
    }

    private static Applied absent(Removal removal) {
        return new Applied(
                removal.wish().interfaceId(),
                removal.target(),
                "",
                false,
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                true,
                Applied.HostParts.NONE);
    }

    /** Whether claims were written down. */
    private boolean present(
            List<Wish> wishes,
            AppliedStore store,
            Map<String, Applied> after,
            Map<String, Outcome> outcomes,
            Sight first) {
        Preparation preparation = new Preparation(runner, resting);
        List<Wish.Present> present = wishes.stream()
                .filter(Wish.Present.class::isInstance)
                .map(Wish.Present.class::cast)
                .toList();
        Sight sight = preparation.module(present, first, observer, settling);
        List<PresentRun> runs = present.stream()
                .map(wish -> new PresentRun(
                        wish, sight, Optional.ofNullable(after.get(wish.interfaceId())), runner, resting))
                .toList();
        List<Applied> claims = runs.stream()
                .filter(run -> !run.steps().isEmpty())
                .map(PresentRun::claim)
                .toList();
        if (!claims.isEmpty()) {
            store.intend(claims);
        }
        runs.forEach(run -> run.apply(preparation));
        Sight last = finish(runs, preparation, sight);
        for (PresentRun run : runs) {
            String id = run.wish().interfaceId();
            outcomes.put(id, run.outcome(last, preparation.moduleFailure()));
            run.applied(last).ifPresentOrElse(applied -> after.put(id, applied), () -> after.remove(id));
        }
        held(wishes, after, outcomes, last);
        return !claims.isEmpty();
    }

    private Sight finish(List<PresentRun> runs, Preparation preparation, Sight before) {
        boolean changed = preparation.didSomething() || runs.stream().anyMatch(PresentRun::didSomething);
        if (!changed) {
            return before;
        }
        Sight now = observer.lookAgain(before);
        for (int i = 1; i < settling.looks() && needsAnotherLook(runs, now); i++) {
            settling.pauseOnce();
            now = observer.lookAgain(before);
        }
        for (PresentRun run : runs) {
            if (run.mustGoBack(now)) {
                now = run.takeBack(now, observer);
            }
        }
        Set<Guid> inUse = new HashSet<>();
        runs.stream()
                .filter(PresentRun::staysOnHost)
                .forEach(run -> inUse.add(run.wish().port()));
        preparation.takeBackUnused(inUse);
        return now;
    }

    private static boolean needsAnotherLook(List<PresentRun> runs, Sight now) {
        return runs.stream().anyMatch(run -> run.needsAnotherLook(now));
    }

    private static void held(
            List<Wish> wishes, Map<String, Applied> memory, Map<String, Outcome> outcomes, Sight sight) {
        for (Wish wish : wishes) {
            if (wish instanceof Wish.Held held) {
                Finding finding = Optional.ofNullable(memory.get(held.interfaceId()))
                        .map(applied -> new Removal(
                                        new Wish.Absent(held.interfaceId(), OptionalLong.empty(), Optional.empty()),
                                        applied.target(),
                                        Optional.of(applied))
                                .check(sight))
                        .orElseGet(() -> new Finding.Builder().build());
                outcomes.put(held.interfaceId(), Outcome.held(held, finding));
            } else if (wish instanceof Wish.Absent absent && !outcomes.containsKey(absent.interfaceId())) {
                outcomes.put(absent.interfaceId(), Outcome.nothingKnown(absent));
            }
        }
    }
}
