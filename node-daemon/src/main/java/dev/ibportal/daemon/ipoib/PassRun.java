package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.daemon.journal.Actions;
import dev.ibportal.types.Guid;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** One pass from its plan to its outcomes: checkpoint, apply, read back, then keep or put back. */
final class PassRun {
    private final IpoibPass.Tools tools;
    private final List<Wish> wishes;
    private final AppliedStore store;
    private final IpoibPass.Terms terms;
    private final Actions actions;
    private final StepRunner runner;
    private final Map<String, Applied> memory;
    private final Map<String, Applied> after;
    private final Map<String, Outcome> outcomes = new HashMap<>();
    private final Preparation preparation;
    private final List<RemovalRun> removals = new ArrayList<>();
    private final Sight first;
    private List<PresentRun> presents = List.of();
    private Optional<Cause> takenBack = Optional.empty();
    private Optional<Cause> unwritten = Optional.empty();
    private boolean intended;
    private OthersRoutes ways;

    /** @param first what the plan was made of */
    PassRun(
            IpoibPass.Tools tools,
            List<Wish> wishes,
            AppliedStore store,
            IpoibPass.Terms terms,
            Actions actions,
            Sight first) {
        this.first = first;
        this.tools = tools;
        this.wishes = wishes;
        this.store = store;
        this.terms = terms;
        this.actions = actions;
        this.runner = new StepRunner(tools.host(), actions);
        this.memory = store.all();
        this.after = new LinkedHashMap<>(memory);
        this.preparation = new Preparation(runner, tools.resting());
        this.ways = OthersRoutes.none(tools.host(), runner);
    }

    /**
     * @param takenBack why everything was put back
     * @param last what the host was like at the end
     */
    record End(List<Outcome> outcomes, Optional<Cause> takenBack, Sight last) {}

    End run(HostPlan plan) {
        DeadMan deadMan = DeadMan.watch(tools.way(), plan, first);
        plan.parts().forEach(part -> removal(part, first));
        presents = runs(plan.parts(), first);
        ways = OthersRoutes.of(plan, first, tools.host(), runner);
        if (!intend(plan, deadMan.isArmed())) {
            return notBegun(first);
        }
        removals.forEach(RemovalRun::apply);
        Sight cleared = settleRemovals(first);
        Sight sight = preparation.module(mayAct(), cleared, tools.observer(), tools.settling());
        boolean outdated = preparation.didSomething()
                || removals.stream().anyMatch(run -> run.didSomething() || run.wasHeldBack());
        if (outdated) {
            presents = runs(PlanMaker.presentIn(wishes, memory, sight), sight);
            intendMore(plan, deadMan.isArmed());
        }
        if (unwritten.isEmpty()) {
            presents.forEach(run -> run.apply(preparation));
        }
        Sight last = finish(cleared, sight, deadMan);
        // What was removed may have been made anew since, for another item.
        Sight proof = takenBack.isPresent() ? last : cleared;
        note(proof, last);
        held(last);
        if (!end(plan)) {
            Sight back = putAllBack(last, takenBack.orElseThrow());
            preparation.takeBackUnused(Set.of());
            after.clear();
            after.putAll(memory);
            note(back, back);
            end(plan);
            return new End(inOrder(), takenBack, back);
        }
        return new End(inOrder(), takenBack, last);
    }

    /** Puts together what came of each item. */
    private void note(Sight proof, Sight last) {
        removals.forEach(run -> outcomes.put(run.id(), run.outcome(proof, after)));
        for (PresentRun run : presents) {
            String id = run.wish().interfaceId();
            outcomes.put(
                    id,
                    unwritten
                            .map(why -> run.notBegun(last, why))
                            .orElseGet(() -> run.outcome(last, preparation.moduleFailure())));
            run.applied(last).ifPresentOrElse(applied -> after.put(id, applied), () -> after.remove(id));
        }
    }

    private void removal(HostPlan.Part part, Sight sight) {
        if (part.wish() instanceof Wish.Absent absent) {
            PlanMaker.removalOf(absent, memory).ifPresent(removal -> {
                boolean replaced = PlanMaker.isReplaced(removal, wishes, memory);
                Optional<Cause> holdBack = Optional.ofNullable(terms.handsOff().get(absent.interfaceId()));
                removals.add(new RemovalRun(removal, part.plan(), replaced, sight, holdBack, runner));
            });
        }
    }

    private List<PresentRun> runs(List<HostPlan.Part> parts, Sight sight) {
        List<PresentRun> runs = new ArrayList<>();
        for (HostPlan.Part part : parts) {
            if (part.wish() instanceof Wish.Present wish) {
                String id = wish.interfaceId();
                Optional<Cause> holdBack = Optional.ofNullable(terms.handsOff().get(id))
                        .or(() -> tools.resting().cause(id));
                Optional<Applied> known = Optional.ofNullable(after.get(id));
                runs.add(new PresentRun(wish, part.plan(), sight, known, holdBack, runner, tools.resting()));
            }
        }
        return runs;
    }

    private List<Wish> mayAct() {
        return wishes.stream()
                .filter(wish -> !terms.handsOff().containsKey(wish.interfaceId()))
                .toList();
    }

    /** False when the way back could not be written down: then nothing may be begun. */
    private boolean intend(HostPlan plan, boolean armed) {
        boolean sharedActs = plan.moduleFirst()
                ? !preparation.moduleRests() && !mayAct().isEmpty()
                : !plan.shared().isEmpty() && presents.stream().anyMatch(run -> !run.isRefused());
        boolean acts = sharedActs
                || presents.stream().anyMatch(run -> !run.steps().isEmpty())
                || removals.stream().anyMatch(RemovalRun::acts);
        if (!acts) {
            return true;
        }
        writeDown(claims(), ways.behind(Undo.of(plan.steps())), armed);
        if (unwritten.isPresent()) {
            return false;
        }
        intended = true;
        actions.note(JournalKind.JOURNAL_KIND_BEGUN, terms.whole() ? "all of it or nothing" : "");
        return true;
    }

    private void writeDown(List<Applied> claims, Undo wayBack, boolean armed) {
        try {
            store.intend(claims, wayBack, terms.whole() || armed);
        } catch (UncheckedIOException e) {
            unwritten = Optional.of(Cause.failed(
                    "journal.failed",
                    "nothing was changed, because the way back could not be written down first: " + e.getMessage()
                            + (e.getCause() == null ? "" : ": " + e.getCause().getMessage())));
        }
    }

    private End notBegun(Sight sight) {
        Cause why = unwritten.orElseThrow();
        removals.forEach(run -> outcomes.put(run.id(), run.notBegun(sight, why, after)));
        presents.forEach(run -> outcomes.put(run.wish().interfaceId(), run.notBegun(sight, why)));
        held(sight);
        return new End(inOrder(), Optional.of(why), sight);
    }

    private List<Outcome> inOrder() {
        return wishes.stream()
                .map(wish ->
                        Optional.ofNullable(outcomes.get(wish.interfaceId())).orElseThrow())
                .toList();
    }

    /** What was planned anew may claim more than what was planned at first. */
    private void intendMore(HostPlan plan, boolean armed) {
        List<Applied> claims = claims();
        if (!claims.isEmpty()) {
            intended = true;
            List<Step> steps = Stream.concat(
                            plan.steps().stream(), presents.stream().flatMap(run -> run.steps().stream()))
                    .distinct()
                    .toList();
            writeDown(claims, ways.behind(Undo.of(steps)), armed);
        }
    }

    private List<Applied> claims() {
        return presents.stream()
                .filter(run -> !run.steps().isEmpty())
                .map(PresentRun::claim)
                .toList();
    }

    private Sight settleRemovals(Sight before) {
        if (removals.stream().noneMatch(RemovalRun::didSomething)) {
            return before;
        }
        Sight now = tools.observer().lookAtOurs(before);
        for (int i = 1; i < tools.settling().looks() && lingers(now); i++) {
            tools.settling().pause(i);
            now = tools.observer().lookAtOurs(before);
        }
        return now;
    }

    /** A delete that was accepted may still take a moment: the kernel queues it. */
    private boolean lingers(Sight now) {
        return removals.stream().anyMatch(run -> run.lingers(now));
    }

    private Sight finish(Sight cleared, Sight before, DeadMan deadMan) {
        boolean changed = preparation.didSomething()
                || presents.stream().anyMatch(PresentRun::didSomething)
                || removals.stream().anyMatch(RemovalRun::didSomething);
        if (!changed) {
            return before;
        }
        ways.restore();
        boolean presentChanged = preparation.didSomething() || presents.stream().anyMatch(PresentRun::didSomething);
        Sight seen = presentChanged ? settle(before) : before;
        Optional<Cause> trouble = terms.whole() ? unwritten.or(() -> trouble(cleared, seen)) : Optional.empty();
        trouble = trouble.or(deadMan::cut);
        Sight now = trouble.isPresent() ? putAllBack(seen, trouble.get()) : putFailedBack(seen);
        Set<Guid> inUse = new HashSet<>();
        presents.stream()
                .filter(PresentRun::staysOnHost)
                .forEach(run -> inUse.add(run.wish().port()));
        preparation.takeBackUnused(inUse);
        return now;
    }

    private Sight settle(Sight before) {
        Sight now = tools.observer().lookAtOurs(before);
        for (int i = 1; i < tools.settling().looks() && needsAnotherLook(now); i++) {
            tools.settling().pause(i);
            now = tools.observer().lookAtOurs(before);
        }
        return now;
    }

    private boolean needsAnotherLook(Sight now) {
        return presents.stream().anyMatch(run -> run.needsAnotherLook(now));
    }

    /** The first thing that is wrong with any item: reason enough to go back with all of them. */
    private Optional<Cause> trouble(Sight cleared, Sight now) {
        return Stream.concat(
                        removals.stream().map(run -> run.trouble(cleared)),
                        presents.stream().map(run -> run.trouble(now)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Sight putFailedBack(Sight seen) {
        Sight now = seen;
        for (PresentRun run : presents) {
            if (run.mustGoBack(now)) {
                now = run.takeBack(now, tools.observer(), Optional.empty());
                ways.restore();
            }
        }
        return now;
    }

    private Sight putAllBack(Sight seen, Cause why) {
        takenBack = Optional.of(why);
        Cause others = why.code().equals(DeadMan.CODE)
                ? why
                : Cause.failed(
                        "transaction.rolled-back",
                        "nothing was wrong here, but the transaction failed elsewhere: " + why.message());
        Sight now = seen;
        List<PresentRun> newestFirst = new ArrayList<>(presents);
        Collections.reverse(newestFirst);
        for (PresentRun run : newestFirst) {
            if (run.didSomething()) {
                now = run.takeBack(now, tools.observer(), Optional.of(others));
            }
        }
        List<RemovalRun> removed = new ArrayList<>(removals);
        Collections.reverse(removed);
        removed.forEach(run -> run.takeBack(others));
        ways.restore();
        Sight last = removed.stream().anyMatch(RemovalRun::didSomething)
                ? tools.observer().lookAtOurs(now)
                : now;
        newestFirst.stream().filter(PresentRun::didSomething).forEach(run -> run.judge(last, first));
        return last;
    }

    private void held(Sight sight) {
        for (Wish wish : wishes) {
            if (wish instanceof Wish.Held held) {
                Finding finding = Optional.ofNullable(after.get(held.interfaceId()))
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

    /** False when it cannot be written down that it was kept: then it may not be kept. */
    private boolean end(HostPlan plan) {
        boolean kept = takenBack.isEmpty()
                && (presents.stream().anyMatch(PresentRun::keptSomething)
                        || removals.stream().anyMatch(RemovalRun::didSomething));
        if (kept) {
            try {
                store.commit(after, ways.behind(Undo.of(plan.steps())));
            } catch (UncheckedIOException e) {
                takenBack = Optional.of(Cause.failed("journal.failed", e.getMessage() + ": " + e.getCause()));
                return false;
            }
            actions.note(JournalKind.JOURNAL_KIND_COMMITTED, "");
        } else if (intended || !after.equals(memory)) {
            store.settle(after);
            if (intended) {
                actions.note(
                        JournalKind.JOURNAL_KIND_ROLLED_BACK,
                        takenBack.map(Cause::message).orElse("nothing of it was kept"));
            }
        }
        return true;
    }
}
