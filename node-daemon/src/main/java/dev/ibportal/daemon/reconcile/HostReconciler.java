package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.agent.v1.NodeStatus;
import dev.ibportal.agent.v1.SpecRefusal;
import dev.ibportal.agent.v1.SpecRefusalReason;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.inventory.ProtoTime;
import dev.ibportal.daemon.ipoib.Applied;
import dev.ibportal.daemon.ipoib.Cause;
import dev.ibportal.daemon.ipoib.IpoibPass;
import dev.ibportal.daemon.ipoib.Outcome;
import dev.ibportal.daemon.ipoib.Resting;
import dev.ibportal.daemon.ipoib.Settling;
import dev.ibportal.daemon.ipoib.Wish;
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
import java.util.stream.Collectors;

/** The reconciler of one host, with its state in a directory of its own. */
public final class HostReconciler implements NodeReconciler {
    private final Clock clock;
    private final IpoibPass pass;
    private final Resting resting;
    private final Duration patience;
    private final SpecStore specs;
    private final Journal journal;
    private final Map<String, Waiting> waiting = new HashMap<>();

    /** Since when an item waits for the same thing. */
    private record Waiting(String code, Instant since) {}

    private HostReconciler(Host host, Options options, SpecStore specs, Journal journal) {
        this.clock = host.clock();
        this.resting = new Resting(host.clock());
        this.pass = new IpoibPass(host, options.settling(), resting);
        this.patience = options.patience();
        this.specs = specs;
        this.journal = journal;
    }

    /**
     * @param settling how long a pass waits for what it did to show
     * @param patience how long the fabric may take before waiting for it counts as failed
     */
    public record Options(Settling settling, Duration patience) {
        public static final Options USUAL = new Options(Settling.USUAL, Duration.ofSeconds(15));
    }

    /**
     * Opens what an earlier life left in the state directory.
     *
     * @param state files below {@code state.dir}
     * @throws IOException when it is damaged: nothing is changed on a host whose history is not known
     */
    public static HostReconciler open(Host host, HostFiles state, Options options) throws IOException {
        return new HostReconciler(host, options, SpecStore.open(state), Journal.open(state));
    }

    @Override
    public synchronized Optional<SpecRefusal> accept(NodeSpec spec) {
        try {
            if (specs.newest().filter(spec::equals).isPresent()) {
                return Optional.empty();
            }
            requireNewer(spec);
            List<Wish> wishes = SpecReader.read(spec);
            requireWhole(spec, wishes);
            specs.put(spec);
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

    @Override
    public synchronized Optional<NodeStatus> reconcile() {
        return specs.newest().map(spec -> {
            try {
                return status(spec, pass.run(SpecReader.read(spec), journal));
            } catch (RefusedException e) {
                throw new IllegalStateException("the stored spec was read before", e);
            }
        });
    }

    private NodeStatus status(NodeSpec spec, List<Outcome> outcomes) {
        Instant now = clock.instant();
        NodeStatus.Builder status = NodeStatus.newBuilder()
                .setObservedGeneration(spec.getGeneration())
                .setObservedAt(ProtoTime.of(now))
                .setComplete(true);
        for (Outcome outcome : outcomes) {
            status.addInterfaces(patient(outcome, now).status().toBuilder().setObservedAt(ProtoTime.of(now)));
        }
        return status.build();
    }

    private Outcome patient(Outcome outcome, Instant now) {
        String id = outcome.wish().interfaceId();
        Optional<Cause> cause = outcome.cause().filter(c -> c.kind() == Cause.Kind.WAITING);
        if (cause.isEmpty()) {
            waiting.remove(id);
            return outcome;
        }
        Waiting before = waiting.get(id);
        Waiting since = before != null && before.code().equals(cause.get().code())
                ? before
                : new Waiting(cause.get().code(), now);
        waiting.put(id, since);
        return now.isBefore(since.since().plus(patience)) ? outcome : outcome.overdue();
    }

    @Override
    public synchronized OptionalLong generation() {
        return specs.newest().stream().mapToLong(NodeSpec::getGeneration).findFirst();
    }
}
