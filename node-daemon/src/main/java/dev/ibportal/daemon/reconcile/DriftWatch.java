package dev.ibportal.daemon.reconcile;

import dev.ibportal.agent.v1.Drift;
import dev.ibportal.agent.v1.DriftPolicy;
import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.daemon.inventory.ProtoTime;
import dev.ibportal.daemon.ipoib.Cause;
import dev.ibportal.daemon.ipoib.Outcome;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells drift from work that is still to be done: an interface drifts when it was in sync with the very wish that it does
 * not meet now. Drift is repaired, or only shown, as the policy of its item says. What keeps coming back is repaired after
 * pauses that grow, so that two parties do not fight over an interface without end.
 */
final class DriftWatch {
    /** Longer ago than this, an earlier drift has nothing to do with the present one. */
    private static final Duration WINDOW = Duration.ofMinutes(10);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);

    private final Clock clock;
    private final DriftMemory memory;
    private final ChangedBy changedBy;
    private final Map<String, Drift> open = new HashMap<>();

    DriftWatch(Clock clock, DriftMemory memory, ChangedBy changedBy) {
        this.clock = clock;
        this.memory = memory;
        this.changedBy = changedBy;
    }

    /** Items whose drift, if they have any, is only looked at in this pass. */
    Map<String, Cause> handsOff(NodeSpec spec) {
        Map<String, Cause> all = new HashMap<>();
        for (InterfaceItem item : spec.getInterfacesList()) {
            if (memory.wasInSync(item)) {
                holdBack(item).ifPresent(cause -> all.put(item.getInterfaceId(), cause));
            }
        }
        return all;
    }

    private Optional<Cause> holdBack(InterfaceItem item) {
        if (item.getDriftPolicy() == DriftPolicy.DRIFT_POLICY_REPORT_ONLY) {
            return Optional.of(Cause.drifted("drift is only reported here; apply the node's plan to repair it"));
        }
        Instant now = clock.instant();
        DriftMemory.History history = memory.history(item.getInterfaceId());
        return history.repairNotBefore()
                .filter(now::isBefore)
                // A clock that was set back must not make it wait for as long as that.
                .filter(until -> !until.isAfter(now.plus(LONGEST_PAUSE)))
                .map(until -> Cause.drifted("it came back " + times(history, now) + " times within "
                        + WINDOW.toMinutes() + " minutes, so it is repaired again not before " + until));
    }

    private static int times(DriftMemory.History history, Instant now) {
        return (int) history.found().stream()
                .filter(at -> at.isAfter(now.minus(WINDOW)))
                .count();
    }

    /**
     * Takes note of what a pass found.
     *
     * @param news is told of each drift once
     * @return the drift that belongs into the status of this item
     */
    Optional<Drift> after(InterfaceItem item, Outcome outcome, Consumer<Drift> news) {
        String id = item.getInterfaceId();
        if (outcome.cause().filter(Cause::isInTheWayOfTheHost).isPresent()) {
            // We keep it out ourselves; once it may be again, putting it there is work and no repair.
            memory.forget(id);
            open.remove(id);
            return Optional.empty();
        }
        boolean drifted = item.hasPresent()
                && memory.wasInSync(item)
                && !outcome.differences().isEmpty();
        if (!drifted) {
            if (outcome.cause().isEmpty() && item.hasPresent()) {
                memory.inSync(item);
                open.remove(id);
            } else if (!item.hasPresent()) {
                memory.forget(id);
                open.remove(id);
            }
            return Optional.empty();
        }
        Drift drift = found(id, outcome, news);
        if (outcome.changed()) {
            memory.repaired(id, clock.instant().plus(pause(drift.getTimes())));
            open.remove(id);
        } else {
            open.put(id, drift);
        }
        return Optional.of(drift);
    }

    private Drift found(String id, Outcome outcome, Consumer<Drift> news) {
        Instant now = clock.instant();
        Drift known = open.get(id);
        if (known == null) {
            memory.found(id, now, WINDOW);
        }
        DriftMemory.History history = memory.history(id);
        Drift.Builder drift = Drift.newBuilder()
                .setFoundAt(known == null ? ProtoTime.of(now) : known.getFoundAt())
                .addAllDifferences(outcome.differences())
                .setTimes(times(history, now));
        boolean fresh = true;
        if (known != null && known.getDifferencesList().equals(outcome.differences())) {
            drift.setChangedBy(known.getChangedBy());
            fresh = false;
        } else {
            drift.setChangedBy(changedBy.tell());
        }
        history.repairNotBefore().filter(now::isBefore).ifPresent(at -> drift.setNotBefore(ProtoTime.of(at)));
        Drift all = drift.build();
        if (fresh) {
            news.accept(all);
        }
        return all;
    }

    /** None after the first time: one mistake is put right at once. */
    private static Duration pause(int times) {
        Duration pause = Duration.ZERO;
        for (int i = 1; i < times; i++) {
            pause = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(2);
            if (pause.compareTo(LONGEST_PAUSE) >= 0) {
                return LONGEST_PAUSE;
            }
        }
        return pause;
    }

    void save() {
        memory.save();
    }
}
