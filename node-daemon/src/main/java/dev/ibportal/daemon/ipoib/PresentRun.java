package dev.ibportal.daemon.ipoib;

import dev.ibportal.agent.v1.ChainLink;
import dev.ibportal.agent.v1.Verdict;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpMtu;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** One wanted interface on its way through a pass: planned, done, read back, and kept or taken back. */
final class PresentRun {
    /** Causes that no further look within this pass will see going away. */
    private static final Set<String> LONG_WAITS = Set.of(
            "pkey.not-in-table",
            "port.down",
            "port.disabled",
            "port.virtual",
            "port.no-subnet-manager",
            Cause.PORT_ARMED,
            "address.duplicate");

    /** Links that hang on nobody but this host. */
    private static final Set<ChainLink> OURS = Set.of(
            ChainLink.CHAIN_LINK_DRIVER,
            ChainLink.CHAIN_LINK_INTERFACE,
            ChainLink.CHAIN_LINK_MODE,
            ChainLink.CHAIN_LINK_MTU,
            ChainLink.CHAIN_LINK_ADDRESS,
            ChainLink.CHAIN_LINK_PERSISTED,
            ChainLink.CHAIN_LINK_ROUTING,
            ChainLink.CHAIN_LINK_DNS,
            ChainLink.CHAIN_LINK_HOST_PROFILE);

    private final Wish.Present wish;
    private final Optional<Applied> memory;
    private final Sight before;
    private final Plan plan;
    private final boolean acts;
    private final boolean takesOutOnly;
    private final Attempt attempt;
    private final Resting resting;
    private Optional<Cause> outside = Optional.empty();
    private Optional<String> rollback = Optional.empty();
    private Optional<Cause> blame = Optional.empty();
    private List<String> takenBackTroubles = List.of();
    private Optional<Checked> checked = Optional.empty();
    private boolean undone;

    /** @param holdBack why the steps, if there are any, have to wait; a host that became right by itself has not to */
    PresentRun(
            Wish.Present wish,
            Plan plan,
            Sight sight,
            Optional<Applied> memory,
            Optional<Cause> holdBack,
            StepRunner runner,
            Resting resting) {
        this.wish = wish;
        this.memory = memory.filter(m -> !m.absent());
        this.before = sight;
        this.resting = resting;
        boolean parentDown = sight.host()
                .parentOf(wish.port())
                .filter(parent -> !parent.up().orElse(true))
                .isPresent();
        this.acts = plan instanceof Plan.Change change
                && (parentDown || !change.steps().isEmpty());
        this.plan = acts ? holdBack.map(this::held).orElse(plan) : plan;
        // Whatever else is wrong then was to stay so.
        this.takesOutOnly = !steps().isEmpty() && steps().equals(out());
        this.attempt = new Attempt(runner);
    }

    /** What is in the host's way goes whatever else has to wait. */
    private Plan held(Cause why) {
        List<Step> out = out();
        return out.isEmpty() ? new Plan.Refused(why) : new Plan.Change(out);
    }

    private List<Step> out() {
        return Footing.of(wish, before.host()) instanceof Footing.Firm ground
                ? new HostWall(wish, before, ground.name()).out()
                : List.of();
    }

    /** What made steps necessary, in the words of a person. */
    private List<String> differences() {
        return acts
                ? finding(before).links().stream()
                        .filter(link -> link.getVerdict() == Verdict.VERDICT_BROKEN && OURS.contains(link.getLink()))
                        .map(link ->
                                link.getLink().name().replace("CHAIN_LINK_", "").toLowerCase(Locale.ROOT) + ": wanted "
                                        + link.getWanted() + ", found " + link.getFound())
                        .toList()
                : List.of();
    }

    Wish.Present wish() {
        return wish;
    }

    List<Step> steps() {
        return plan instanceof Plan.Change change ? change.steps() : List.of();
    }

    boolean isRefused() {
        return plan instanceof Plan.Refused;
    }

    /** What becomes ours if the steps are done, wholly or in part. */
    Applied claim() {
        Set<InterfaceAddress> addresses =
                new HashSet<>(memory.map(Applied::addresses).orElse(Set.of()));
        addresses.addAll(wish.addresses());
        boolean creates = steps().stream()
                .anyMatch(step -> step instanceof Step.CreateChild || step instanceof Step.ActivateProfile);
        return new Applied(
                wish.interfaceId(),
                target(),
                name().orElse(""),
                creates || memory.filter(Applied::created).isPresent(),
                addresses,
                memory.flatMap(Applied::askedMtu),
                memory.flatMap(Applied::seenMtu),
                false,
                beside());
    }

    private Wish.Target target() {
        return wish.target();
    }

    private Optional<String> name() {
        return Footing.of(wish, before.host()) instanceof Footing.Firm ground
                ? Optional.of(ground.name().text())
                : Optional.empty();
    }

    private Applied.HostParts beside() {
        return Footing.of(wish, before.host()) instanceof Footing.Firm ground
                ? new SurroundingsPlanner(HostWall.allowed(wish, before), before, memory, ground.name(), false).claim()
                : memory.map(Applied::beside).orElse(Applied.HostParts.NONE);
    }

    private Applied.HostParts settled(Sight now) {
        return Footing.of(wish, now.host()) instanceof Footing.Firm ground
                ? Beside.settled(
                        beside(),
                        new SurroundingsPlanner(HostWall.allowed(wish, now), now, memory, ground.name(), false)
                                .wanted(),
                        ground.name(),
                        now)
                : beside();
    }

    void apply(Preparation preparation) {
        if (isRefused()) {
            return;
        }
        outside = preparation.parentUp(wish.port(), before);
        if (outside.isEmpty()) {
            attempt.run(steps());
        }
    }

    boolean didSomething() {
        return attempt.didSomething();
    }

    boolean needsAnotherLook(Sight now) {
        if (!didSomething() || attempt.failure().isPresent()) {
            return false;
        }
        Optional<Cause> cause = finding(now).cause();
        return cause.filter(found -> !found.isInTheWayOfTheHost() && !LONG_WAITS.contains(found.code()))
                .isPresent();
    }

    private Finding finding(Sight now) {
        Checked known = checked.filter(last -> last.isOf(now))
                .orElseGet(() -> new Checked(now, PresentChecker.check(wish, now, memory)));
        checked = Optional.of(known);
        return known.finding;
    }

    /** What the last look came to: several questions are asked of the same one. */
    private record Checked(Sight sight, Finding finding) {
        /** The very same look; to compare what two looks saw costs as much as to check it again. */
        @SuppressWarnings("ReferenceEquality")
        boolean isOf(Sight other) {
            return sight == other;
        }
    }

    boolean mustGoBack(Sight now) {
        return didSomething()
                && (attempt.failure().isPresent()
                        || (!takesOutOnly && finding(now).doubtsOwnWork()));
    }

    /** What went wrong with it; empty when it may stay. */
    Optional<Cause> trouble(Sight now) {
        return mustGoBack(now) ? attempt.failure().or(() -> finding(now).cause()) : Optional.empty();
    }

    /**
     * Takes the steps back and, where reading back shows that this was not enough, the one that failed too.
     *
     * @param others why it has to go although nothing is wrong with it
     */
    Sight takeBack(Sight now, Sight.Observer observer, Optional<Cause> others) {
        blame = trouble(now).or(() -> others);
        takenBackTroubles = attempt.takeBack();
        Sight after = observer.lookAtOurs(now);
        if (!isAsBefore(after)) {
            List<String> more = attempt.takeBackFailed();
            after = more.isEmpty() && attempt.failure().isEmpty() ? after : observer.lookAtOurs(now);
        }
        judge(after, before);
        outside.ifPresent(cause -> resting.failed(wish.interfaceId(), cause));
        return after;
    }

    /**
     * Whether it is as it was then; asked once more when others were taken back too, with which it may share files.
     *
     * @param then what it was like before the first step of any item
     */
    void judge(Sight now, Sight then) {
        undone = Checkpoint.of(wish, target(), now).equals(Checkpoint.of(wish, target(), then));
        rollback = Optional.of(
                undone
                        ? "what this pass did was taken back, the host is as it was before"
                        : "what this pass did could not be taken back wholly: "
                                + (takenBackTroubles.isEmpty()
                                        ? "the host differs from before"
                                        : String.join("; ", takenBackTroubles)));
        outside = blame.map(cause -> cause.adding(rollback.get()));
    }

    private boolean isAsBefore(Sight now) {
        return Checkpoint.of(wish, target(), now).equals(Checkpoint.of(wish, target(), before));
    }

    /** Whether the host is another one because of it, and stays so. */
    boolean keptSomething() {
        return didSomething() && !undone;
    }

    boolean staysOnHost() {
        return !isRefused() && outside.isEmpty() && rollback.isEmpty();
    }

    Outcome outcome(Sight now, Optional<Cause> moduleFailure) {
        Finding finding = finding(now);
        Optional<Cause> cause = outside.or(() -> refusal()).or(finding::cause);
        if (cause.filter(c -> c.code().equals("driver.module-missing")).isPresent()) {
            cause = cause.map(c ->
                    moduleFailure.map(failure -> c.adding(failure.message())).orElse(c));
        }
        if (cause.isEmpty()) {
            resting.succeeded(wish.interfaceId());
        }
        return Outcome.of(wish, finding, cause, didSomething() && !undone).with(differences());
    }

    /** The steps, if there are any, were not begun. */
    Outcome notBegun(Sight sight, Cause why) {
        if (!steps().isEmpty()) {
            outside = Optional.of(why);
        }
        return outcome(sight, Optional.empty());
    }

    private Optional<Cause> refusal() {
        return plan instanceof Plan.Refused refused ? Optional.of(refused.cause()) : Optional.empty();
    }

    /** What is ours after the pass; empty when the item left nothing. */
    Optional<Applied> applied(Sight now) {
        boolean notBegun = outside.isPresent() && !didSomething();
        if (undone || isRefused() || notBegun) {
            return memory;
        }
        if (!(Footing.of(wish, now.host()) instanceof Footing.Firm ground)) {
            return didSomething() ? Optional.of(claim()) : memory;
        }
        Optional<NetdevView> child = Children.named(wish, now.host(), ground.name());
        if (child.isEmpty()
                && Children.misnamed(wish, now.host(), ground.name()).isPresent()) {
            // Brought back under its old name: by that one we know it again.
            return memory;
        }
        return child.<Optional<Applied>>map(found -> Optional.of(applied(found, now)))
                .orElse(didSomething() ? Optional.of(claim()) : memory);
    }

    private Applied applied(NetdevView child, Sight now) {
        Set<InterfaceAddress> ours = new LinkedHashSet<>(wish.addresses());
        ours.addAll(memory.map(Applied::addresses).orElse(Set.of()));
        ours.removeIf(address -> child.address(address).isEmpty());
        Optional<Integer> asked = wish.mtu().map(IpMtu::bytes);
        boolean joined = child.carrier().orElse(false);
        boolean sameWish = memory.filter(m -> m.askedMtu().equals(asked)).isPresent();
        return new Applied(
                wish.interfaceId(),
                target(),
                child.name(),
                attempt.created() || memory.filter(Applied::created).isPresent(),
                ours,
                asked,
                joined ? child.mtu() : memory.filter(m -> sameWish).flatMap(Applied::seenMtu),
                false,
                settled(now));
    }
}
