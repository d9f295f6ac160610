package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.Drift;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.InterfaceState;
import dev.ibportal.agent.v1.InterfaceStatus;
import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.agent.v1.NodePlan;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.agent.v1.SpecRefusalReason;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostChanges;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.inventory.ProtoTime;
import dev.ibportal.daemon.ipoib.Applied;
import dev.ibportal.daemon.ipoib.Cause;
import dev.ibportal.daemon.ipoib.IpoibPass;
import dev.ibportal.daemon.ipoib.Outcome;
import dev.ibportal.daemon.ipoib.Resting;
import dev.ibportal.daemon.ipoib.Settling;
import dev.ibportal.daemon.ipoib.WayOut;
import dev.ibportal.daemon.ipoib.Wish;
import dev.ibportal.daemon.journal.ActionJournal;
import dev.ibportal.daemon.journal.Actions;
import dev.ibportal.types.InterfaceAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The reconciler of one host, with its state in a directory of its own. */
public final class HostReconciler implements NodeReconciler {
    private static final Logger LOG = LoggerFactory.getLogger(HostReconciler.class);
    private static final int SHORT_DIGEST = 12;

    private final Clock clock;
    private final IpoibPass pass;
    private final Resting resting;
    private final Duration patience;
    private final SpecStore specs;
    private final Journal journal;
    private final Hold hold;
    private final DriftWatch drift;
    private final ActionJournal actions;
    private final Map<String, Waiting> waiting = new HashMap<>();
    private final Map<String, InterfaceStatus> told = new HashMap<>();

    /** Since when an item waits for the same thing. */
    private record Waiting(String code, Instant since) {}

    private HostReconciler(Host host, HostFiles state, Options options, ActionJournal actions) throws IOException {
        this.clock = host.clock();
        this.resting = new Resting(host.clock());
        this.actions = actions;
        this.pass = new IpoibPass(host, options.settling(), resting, options.way(), actions::under);
        this.patience = options.patience();
        this.specs = SpecStore.open(state);
        this.journal = Journal.open(state);
        this.hold = Hold.open(state);
        ChangedBy changedBy =
                new ChangedBy(host.files(), clock, ProcessHandle.current().pid());
        this.drift = new DriftWatch(clock, DriftMemory.open(state), changedBy);
    }

    /**
     * @param settling how long a pass waits for what it did to show
     * @param patience how long the fabric may take before waiting for it counts as failed
     * @param way to the portal, which a change must not cut
     */
    public record Options(Settling settling, Duration patience, WayOut way) {
        public static final Options USUAL = new Options(Settling.USUAL, Duration.ofSeconds(15), WayOut.NONE);

        public Options over(WayOut other) {
            return new Options(settling, patience, other);
        }
    }

    /**
     * Opens what an earlier life left in the state directory. Writes nothing yet, so that a plan can be made beside a
     * running daemon.
     *
     * @param state files below {@code state.dir}
     * @throws IOException when it is damaged: nothing is changed on a host whose history is not known
     */
    public static HostReconciler open(Host host, HostFiles state, Options options) throws IOException {
        return open(host, state, options, ActionJournal.open(state, host.clock()));
    }

    /** @param actions where root actions are taken down */
    public static HostReconciler open(Host host, HostFiles state, Options options, ActionJournal actions)
            throws IOException {
        return new HostReconciler(host, state, options, actions);
    }

    @Override
    public synchronized Optional<SpecRefusal> accept(NodeSpec spec) {
        recover();
        try {
            if (specs.newest().filter(spec::equals).isPresent()) {
                return Optional.empty();
            }
            requireNewer(spec);
            List<Wish> wishes = SpecReader.read(spec);
            requireWhole(spec, wishes);
            specs.put(spec);
            hold.end();
            forgetProven(wishes);
            resting.endAll();
            waiting.clear();
            return Optional.empty();
        } catch (RefusedException e) {
            return Optional.of(e.refusal(spec.getGeneration()));
        } catch (IOException e) {
            throw new UncheckedIOException("the spec cannot be stored", e);
        }
    }

    private void requireNewer(NodeSpec spec) throws RefusedException {
        long stored = specs.newest().map(NodeSpec::getGeneration).orElse(0L);
        if (specs.newest().isPresent() && spec.getGeneration() <= stored) {
            throw new RefusedException(
                    SpecRefusalReason.SPEC_REFUSAL_REASON_STALE,
                    "generation " + spec.getGeneration() + " is not newer than generation " + stored
                            + ", which is on this node's disk");
        }
    }

    private void requireWhole(NodeSpec spec, List<Wish> wishes) throws RefusedException {
        Map<String, Wish> byId = wishes.stream().collect(Collectors.toMap(Wish::interfaceId, wish -> wish));
        for (Applied applied : journal.all().values()) {
            Wish wish = byId.get(applied.interfaceId());
            if (wish == null && !applied.absent()) {
                throw omitted(spec, "interface " + describe(applied));
            }
            if (wish instanceof Wish.Present present && !applied.absent()) {
                requireSamePlace(applied, present);
                requireAddresses(spec, applied, present);
            }
        }
    }

    private static void requireSamePlace(Applied applied, Wish.Present wish) throws RefusedException {
        if (!applied.target().equals(wish.target())) {
            throw new RefusedException(
                    SpecRefusalReason.SPEC_REFUSAL_REASON_INVALID,
                    "interface " + describe(applied) + " cannot move to " + wish.pkey() + " on port " + wish.port()
                            + "; remove it and make another one");
        }
    }

    private static void requireAddresses(NodeSpec spec, Applied applied, Wish.Present wish) throws RefusedException {
        Set<InterfaceAddress> missing = new HashSet<>(applied.addresses());
        missing.removeAll(wish.addresses());
        missing.removeAll(wish.tombstones().keySet());
        if (!missing.isEmpty()) {
            throw omitted(spec, "address " + missing.iterator().next() + " of interface " + describe(applied));
        }
    }

    private static RefusedException omitted(NodeSpec spec, String what) {
        return new RefusedException(
                SpecRefusalReason.SPEC_REFUSAL_REASON_ITEM_OMITTED,
                what + " is applied on this node but missing from generation " + spec.getGeneration()
                        + "; nothing is removed by omission, say absent");
    }

    private static String describe(Applied applied) {
        return applied.interfaceId() + " (" + (applied.name().isEmpty() ? "" : applied.name() + ", ")
                + applied.target().pkey() + " on port " + applied.target().port() + ")";
    }

    /** What is proven absent and no longer asked for needs no memory. */
    private void forgetProven(List<Wish> wishes) {
        Set<String> asked = wishes.stream().map(Wish::interfaceId).collect(Collectors.toSet());
        Map<String, Applied> kept = new LinkedHashMap<>(journal.all());
        kept.values().removeIf(applied -> applied.absent() && !asked.contains(applied.interfaceId()));
        if (kept.size() != journal.all().size()) {
            journal.settle(kept);
        }
    }

    /** A pass that fails tells so: nobody must take an old status for a new one. It is tried again like any other trouble. */
    @Override
    public synchronized Optional<NodeStatus> reconcile() {
        try {
            return reconcileNow();
        } catch (RuntimeException | StackOverflowError e) {
            LOG.error("a pass failed", e);
            return specs.newest().map(spec -> failed(spec, e));
        }
    }

    private NodeStatus failed(NodeSpec spec, Throwable failure) {
        String why = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (failure.getCause() != null && failure.getCause().getMessage() != null) {
            why += ": " + failure.getCause().getMessage();
        }
        Cause cause = Cause.failed(
                "pass.failed",
                "the daemon's look at this host, or a change of it, ended with «" + why
                        + "»; what is shown may be old. It is tried again; the daemon's log has the whole fault");
        NodeStatus.Builder status = NodeStatus.newBuilder()
                .setObservedGeneration(spec.getGeneration())
                .setObservedAt(ProtoTime.of(clock.instant()))
                .setComplete(true);
        spec.getInterfacesList()
                .forEach(item -> status.addInterfaces(
                        told.getOrDefault(item.getInterfaceId(), InterfaceStatus.getDefaultInstance()).toBuilder()
                                .setInterfaceId(item.getInterfaceId())
                                .setState(cause.state())
                                .setCause(cause.code())
                                .setMessage(cause.message())
                                .setObservedAt(ProtoTime.of(clock.instant()))
                                .setChanged(false)
                                .clearProvenAbsent()));
        return status.build();
    }

    private Optional<NodeStatus> reconcileNow() {
        recover();
        return specs.newest().map(spec -> {
            Map<String, Cause> handsOff = new HashMap<>(drift.handsOff(spec));
            hold.reason(spec.getGeneration())
                    .ifPresent(reason -> spec.getInterfacesList()
                            .forEach(item ->
                                    handsOff.put(item.getInterfaceId(), Cause.failed("spec.rolled-back", reason))));
            return pass(spec, new IpoibPass.Terms(SpecText.of(spec), Optional.empty(), false, handsOff))
                    .status();
        });
    }

    private record Passed(NodeStatus status, IpoibPass.Result result) {}

    private Passed pass(NodeSpec spec, IpoibPass.Terms terms) {
        IpoibPass.Result result = pass.run(read(spec), journal, terms);
        result.takenBack().ifPresent(why -> LOG.warn("what was changed was taken back: {}", why.message()));
        if (result.wasCutOff()) {
            holdBack(
                    spec.getGeneration(),
                    "generation " + spec.getGeneration() + " was taken back: "
                            + result.takenBack().orElseThrow().message()
                            + ". It is not tried again by itself; a newer spec, or applying the plan, ends that");
        }
        NodeStatus status = result.stale()
                ? NodeStatus.getDefaultInstance()
                : status(spec, result.outcomes(), result.digest().orElse(""));
        drift.save();
        return new Passed(status, result);
    }

    private static List<Wish> read(NodeSpec spec) {
        try {
            return SpecReader.read(spec);
        } catch (RefusedException e) {
            throw new IllegalStateException("the stored spec was read before", e);
        }
    }

    /** Ends, one way or the other, what an earlier life had begun. */
    private void recover() {
        if (!journal.isUnfinished()) {
            return;
        }
        Optional<Journal.CutOff> cutOff = journal.cutOff();
        if (cutOff.isEmpty()) {
            // The claims are in memory by now, and the pass that follows finishes the work.
            journal.settle(journal.all());
            return;
        }
        List<String> troubles = pass.goBack(cutOff.get().wayBack(), "");
        LOG.warn("a transaction that was cut off is taken back {}", troubles.isEmpty() ? "" : troubles);
        actions.under("")
                .note(
                        JournalKind.JOURNAL_KIND_ROLLED_BACK,
                        "the daemon ended during a transaction; at its next start all of it was taken back"
                                + (troubles.isEmpty() ? "" : " but: " + String.join("; ", troubles)));
        long generation = generation().orElse(0);
        holdBack(
                generation,
                "generation " + generation + " was taken back, because the daemon ended while it was applied"
                        + (troubles.isEmpty() ? "" : " (not all of that worked: " + String.join("; ", troubles) + ")")
                        + ". It is not tried again by itself; a newer spec, or applying the plan, ends that");
        journal.settle(journal.all());
    }

    private void holdBack(long generation, String reason) {
        try {
            hold.put(generation, reason);
        } catch (IOException e) {
            LOG.error("that a spec was taken back is forgotten with this process: {}", e.getMessage());
        }
    }

    @Override
    public synchronized NodePlan plan(Optional<NodeSpec> wouldBe) {
        Instant now = clock.instant();
        Optional<NodeSpec> spec = wouldBe.or(specs::newest);
        if (spec.isEmpty()) {
            return PlanMessages.refused("this node has no spec yet", now);
        }
        try {
            List<Wish> wishes = SpecReader.read(spec.get());
            requireWhole(spec.get(), wishes);
            IpoibPass.Preview preview = pass.plan(wishes, journal.all(), SpecText.of(spec.get()));
            return PlanMessages.of(
                    preview.plan(), preview.digest(), spec.get().getGeneration(), now, preview.touchesWayOut());
        } catch (RefusedException e) {
            return PlanMessages.refused(String.valueOf(e.getMessage()), now);
        }
    }

    @Override
    public Done apply(String planDigest) {
        long begun = System.nanoTime();
        Done done = applyNow(planDigest);
        LOG.info(
                "plan {}: {} ({} ms)",
                shortened(planDigest),
                done.message(),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        return done;
    }

    private synchronized Done applyNow(String planDigest) {
        recover();
        Optional<NodeSpec> spec = specs.newest();
        if (spec.isEmpty()) {
            return Done.failed("this node has no spec yet");
        }
        resting.endAll();
        Passed passed =
                pass(spec.get(), new IpoibPass.Terms(SpecText.of(spec.get()), Optional.of(planDigest), true, Map.of()));
        if (passed.result().stale()) {
            actions.under(planDigest).note(JournalKind.JOURNAL_KIND_REFUSED, "the plan is stale");
            return new Done(
                    false,
                    "the plan " + shortened(planDigest)
                            + " is stale: spec or host changed since it was made; now it would be "
                            + shortened(passed.result().digest().orElse("")) + ". Look at the new plan first",
                    Optional.of(plan(Optional.empty())),
                    Optional.empty());
        }
        Optional<Cause> takenBack = passed.result().takenBack();
        if (takenBack.isPresent()) {
            return new Done(
                    false,
                    "nothing of it was kept: " + takenBack.get().message(),
                    Optional.empty(),
                    Optional.of(passed.status()));
        }
        try {
            hold.end();
        } catch (IOException e) {
            LOG.warn("an older rollback could not be forgotten: {}", e.getMessage());
        }
        return new Done(
                true,
                passed.result().plan().acts() ? "applied and read back" : "there was nothing to do",
                Optional.empty(),
                Optional.of(passed.status()));
    }

    private static String shortened(String digest) {
        return digest.length() <= SHORT_DIGEST ? digest : digest.substring(0, SHORT_DIGEST);
    }

    @Override
    public synchronized Done rollback(Optional<String> transaction) {
        recover();
        try {
            String last = journal.lastTransaction();
            if (transaction.filter(meant -> !meant.equals(last)).isPresent()) {
                return Done.failed(
                        "nothing was taken back: since you asked, another transaction has become the last one;"
                                + " look at it, and ask again if it is to be taken back");
            }
            Optional<Journal.Kept> kept = journal.kept();
            if (kept.isEmpty()) {
                return Done.failed("there is no transaction to go back from");
            }
            long generation = generation().orElse(0);
            hold.put(
                    generation,
                    "somebody rolled the last transaction back at " + clock.instant() + ". Generation " + generation
                            + " is not applied by itself any more; a newer spec, or applying the plan, ends that");
            Actions taken = actions.under("");
            taken.note(JournalKind.JOURNAL_KIND_BEGUN, "going back from the last transaction, as asked");
            List<String> troubles = pass.goBack(kept.get().wayBack(), "");
            journal.settle(kept.get().before());
            journal.forgetKept();
            taken.note(JournalKind.JOURNAL_KIND_ROLLED_BACK, String.join("; ", troubles));
            return new Done(
                    troubles.isEmpty(),
                    troubles.isEmpty()
                            ? "the last transaction was taken back"
                            : "not all of it could be taken back: " + String.join("; ", troubles),
                    Optional.empty(),
                    reconcile());
        } catch (IOException e) {
            return Done.failed("nothing was taken back: " + e.getMessage());
        }
    }

    private NodeStatus status(NodeSpec spec, List<Outcome> outcomes, String digest) {
        Instant now = clock.instant();
        NodeStatus.Builder status = NodeStatus.newBuilder()
                .setObservedGeneration(spec.getGeneration())
                .setObservedAt(ProtoTime.of(now))
                .setComplete(true);
        Map<String, InterfaceItem> items = new HashMap<>();
        spec.getInterfacesList().forEach(item -> items.put(item.getInterfaceId(), item));
        for (Outcome outcome : outcomes) {
            InterfaceStatus.Builder one =
                    patient(outcome, now).status().toBuilder().setObservedAt(ProtoTime.of(now));
            Optional.ofNullable(items.get(outcome.wish().interfaceId()))
                    .flatMap(item -> drift.after(item, outcome, found -> tell(one, found, digest)))
                    .ifPresent(found -> describe(one, found));
            status.addInterfaces(one);
        }
        told.clear();
        status.getInterfacesList().forEach(item -> told.put(item.getInterfaceId(), item));
        return status.build();
    }

    private void tell(InterfaceStatus.Builder item, Drift found, String digest) {
        String what = item.getObserved().getName() + " (" + item.getInterfaceId() + "): "
                + String.join("; ", found.getDifferencesList()) + "; changed by: " + found.getChangedBy();
        LOG.info("drift of {}", what);
        actions.under(digest).note(JournalKind.JOURNAL_KIND_DRIFT, what);
    }

    private static void describe(InterfaceStatus.Builder item, Drift found) {
        item.setDrift(found);
        if (item.getState() == InterfaceState.INTERFACE_STATE_DRIFTED) {
            item.setMessage(String.join("; ", found.getDifferencesList()) + "; changed by: " + found.getChangedBy()
                    + "; " + item.getMessage());
        }
    }

    private Outcome patient(Outcome outcome, Instant now) {
        String id = outcome.wish().interfaceId();
        Optional<Cause> cause = outcome.cause().filter(c -> c.kind() == Cause.Kind.WAITING);
        if (cause.isEmpty()) {
            waiting.remove(id);
            return outcome;
        }
        Waiting before = waiting.get(id);
        // A clock that was set back begins the wait anew.
        Waiting since = before != null
                        && before.code().equals(cause.get().code())
                        && !before.since().isAfter(now)
                ? before
                : new Waiting(cause.get().code(), now);
        waiting.put(id, since);
        return now.isBefore(since.since().plus(cause.get().patience(patience))) ? outcome : outcome.overdue();
    }

    @Override
    public synchronized boolean hasTold(HostChanges.Change change) {
        return pass.hasTold(change);
    }

    @Override
    public synchronized OptionalLong generation() {
        return specs.newest().stream().mapToLong(NodeSpec::getGeneration).findFirst();
    }
}
