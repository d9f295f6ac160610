package dev.ibportal.daemon.ipoib;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One interface that has to go, on its way through a pass. */
final class RemovalRun {
    private final Removal removal;
    private final Plan plan;
    private final boolean replaced;
    private final Sight before;
    private final Attempt attempt;
    private Optional<Cause> takenBack = Optional.empty();

    /** @param holdBack why its steps have to wait */
    RemovalRun(
            Removal removal, Plan plan, boolean replaced, Sight before, Optional<Cause> holdBack, StepRunner runner) {
        this.removal = removal;
        boolean acts = plan instanceof Plan.Change change && !change.steps().isEmpty();
        this.plan = acts ? holdBack.<Plan>map(Plan.Refused::new).orElse(plan) : plan;
        this.replaced = replaced;
        this.before = before;
        this.attempt = new Attempt(runner);
    }

    String id() {
        return removal.wish().interfaceId();
    }

    private List<Step> steps() {
        return plan instanceof Plan.Change change ? change.steps() : List.of();
    }

    boolean acts() {
        return !steps().isEmpty();
    }

    void apply() {
        attempt.run(steps());
    }

    boolean didSomething() {
        return attempt.didSomething();
    }

    boolean lingers(Sight now) {
        return didSomething()
                && attempt.failure().isEmpty()
                && removal.check(now).cause().isPresent();
    }

    /** Whether it is still there although the plan was made as if it were gone. */
    boolean wasHeldBack() {
        return plan instanceof Plan.Refused;
    }

    /** The steps, if there are any, were not begun. */
    Outcome notBegun(Sight sight, Cause why, Map<String, Applied> memory) {
        if (acts()) {
            takenBack = Optional.of(why);
        }
        return outcome(sight, memory);
    }

    Optional<Cause> trouble(Sight now) {
        return didSomething() ? attempt.failure().or(() -> removal.check(now).cause()) : Optional.empty();
    }

    /** Only as a part of a transaction that goes back as a whole. */
    void takeBack(Cause others) {
        if (didSomething()) {
            List<String> troubles = attempt.takeBack();
            troubles = troubles.isEmpty() ? attempt.takeBackFailed() : troubles;
            Cause why = attempt.failure().orElse(others);
            takenBack = Optional.of(why.adding(
                    troubles.isEmpty()
                            ? "what this pass did was taken back"
                            : "what this pass did could not be taken back wholly: " + String.join("; ", troubles)));
        }
    }

    /** Notes in {@code memory} what was proven. */
    Outcome outcome(Sight now, Map<String, Applied> memory) {
        if (replaced) {
            Finding.Builder finding = new Finding.Builder();
            removal.wish().ledgerId().ifPresent(finding::proven);
            return Outcome.of(removal.wish(), finding.build(), Optional.empty(), false);
        }
        Finding finding = removal.check(now);
        Optional<Cause> cause = takenBack
                .or(this::refusal)
                .or(() -> finding.cause()
                        .map(found -> attempt.failure()
                                .map(failure -> failure.adding(found.message()))
                                .orElse(found)));
        if (cause.isEmpty()) {
            memory.put(id(), absent());
        }
        return Outcome.of(removal.wish(), finding, cause, didSomething() && !isAsBefore(now));
    }

    private Optional<Cause> refusal() {
        return plan instanceof Plan.Refused refused ? Optional.of(refused.cause()) : Optional.empty();
    }

    private boolean isAsBefore(Sight now) {
        return Checkpoint.of(removal.wish(), removal.target(), now)
                .equals(Checkpoint.of(removal.wish(), removal.target(), before));
    }

    private Applied absent() {
        return new Applied(
                id(),
                removal.target(),
                "",
                false,
                Set.of(),
                Optional.empty(),
                Optional.empty(),
                true,
                Applied.HostParts.NONE);
    }
}
