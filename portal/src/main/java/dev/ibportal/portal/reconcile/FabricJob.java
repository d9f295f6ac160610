package dev.ibportal.portal.reconcile;

import dev.ibportal.portal.platform.jobs.ObjectJob;
import dev.ibportal.portal.reconcile.FabricPlan.Built;
import dev.ibportal.portal.reconcile.FabricPlan.Host;
import dev.ibportal.portal.reconcile.core.Allowance;
import dev.ibportal.portal.reconcile.sm.Contact;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import dev.ibportal.portal.reconcile.sm.SubnetManager;
import dev.ibportal.types.Guid;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntFunction;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * One look at a fabric: build what it should be, hand it over if the manager does not have it, else ask how things are.
 * The answer comes by itself, see {@link FabricReports}.
 */
@Singleton
class FabricJob implements ObjectJob {
    static final String NAME = "fabric";

    private static final Logger LOG = Logger.getLogger(FabricJob.class);
    private static final Duration NO_SUCH_FABRIC = Duration.ofDays(1);

    private final FabricPlanSql plans;
    private final FabricStateSql states;
    private final FabricPages pages;
    private final SubnetManager manager;
    private final FabricConfig config;
    private final Clock clock;
    private final ConcurrentMap<UUID, Budget> budgets = new ConcurrentHashMap<>();

    /** After which take-over all ports of a fabric are known to have been read. */
    private final ConcurrentMap<UUID, Instant> checked = new ConcurrentHashMap<>();

    FabricJob(
            FabricPlanSql plans,
            FabricStateSql states,
            FabricPages pages,
            SubnetManager manager,
            FabricConfig config,
            Clock clock) {
        this.plans = plans;
        this.states = states;
        this.pages = pages;
        this.manager = manager;
        this.config = config;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration run(UUID fabric) {
        LOG.debugf("fabric %s: looking", fabric);
        return plans.plan(fabric)
                .map(plan -> {
                    pages.moved(plan.moved());
                    act(fabric, plan);
                    return pause(plan);
                })
                .orElse(NO_SUCH_FABRIC);
    }

    private void act(UUID fabric, FabricPlan plan) {
        Built built = plan.built();
        Optional<Host> reader = plan.reader();
        List<String> troubles = new ArrayList<>();
        boolean anybody = false;
        for (Host host : plan.hosts()) {
            String trouble = trouble(host);
            if (!trouble.isEmpty()) {
                states.hostSilent(host.target(), trouble);
                troubles.add(trouble);
            }
            anybody |= trouble.isEmpty();
        }
        if (!anybody) {
            silent(fabric, troubles.isEmpty() ? "no node is named as the subnet manager's" : troubles.get(0));
        }
        if (built != null) {
            // Those that stand by first: one that takes over in between then has what all will have in a moment.
            plan.hosts().stream()
                    .filter(host -> host.isAble() && !isReader(host, reader))
                    .forEach(host -> talk(host, built, plan, false));
            reader.ifPresent(host -> talk(host, built, plan, true));
        }
    }

    private static boolean isReader(Host host, Optional<Host> reader) {
        return reader.filter(host::equals).isPresent();
    }

    /** Why nothing is known from this host now; empty: it answers. */
    private String trouble(Host host) {
        if (!(host.contact() instanceof Contact.Present present)) {
            return "node " + host.name() + ", which runs the subnet manager, is not connected";
        }
        if (!host.unfit().isEmpty()) {
            return host.unfit();
        }
        return isOverdue(present) ? "node " + host.name() + " has not answered since " + present.unanswered() : "";
    }

    private boolean isOverdue(Contact.Present present) {
        return present.isWaiting()
                && present.unanswered().plus(config.answerLimit()).isBefore(clock.instant());
    }

    private void silent(UUID fabric, String why) {
        pages.tell(fabric, states.silent(fabric, why));
    }

    private void talk(Host host, Built built, FabricPlan plan, boolean reads) {
        SmTarget target = host.target();
        Contact.Present present = (Contact.Present) host.contact();
        boolean overdue = isOverdue(present);
        long wanted = built.document().getGeneration();
        if (present.generation().orElse(-1) != wanted) {
            if (present.underWay() != wanted || overdue) {
                LOG.debugf("fabric %s: handing over configuration %d", target.fabric(), wanted);
                manager.apply(
                        target,
                        reads
                                ? built.document()
                                : built.document().toBuilder()
                                        .clearReadBackGuids()
                                        .build());
            }
        } else if (!present.isWaiting() || overdue) {
            Set<Guid> ports = reads ? toRead(target.fabric(), built, plan.takenOver()) : Set.of();
            LOG.debugf("fabric %s: asking for %d ports", target.fabric(), ports.size());
            manager.read(target, ports, reads);
        }
    }

    private Set<Guid> toRead(UUID fabric, Built built, @Nullable Instant takenOver) {
        Instant now = clock.instant();
        Budget budget = budgets.computeIfAbsent(fabric, id -> Budget.of(config, now));
        Set<Guid> ports = new HashSet<>(budget.take(
                budget.unsettled(), now, most -> states.longestUnread(fabric, built.unsettled(), now, most)));
        ports.addAll(budget.take(
                budget.audit(),
                now,
                most -> states.longestUnread(fabric, built.all(), now.minus(config.auditInterval()), most)));
        // Whoever has taken over wrote all tables anew, maybe from an older file.
        if (takenOver != null && !takenOver.equals(checked.get(fabric))) {
            Collection<Guid> old = budget.take(
                    budget.unsettled(), now, most -> states.longestUnread(fabric, built.all(), takenOver, most));
            ports.addAll(old);
            if (old.isEmpty()
                    && states.longestUnread(fabric, built.all(), takenOver, 1).isEmpty()) {
                checked.put(fabric, takenOver);
            }
        }
        return ports;
    }

    /** What may be read of one fabric. */
    private record Budget(Allowance unsettled, Allowance audit) {
        static Budget of(FabricConfig config, Instant now) {
            return new Budget(
                    new Allowance(config.unsettledShare(), config.portReadTime(), now),
                    new Allowance(config.auditShare(), config.portReadTime(), now));
        }

        Collection<Guid> take(Allowance allowance, Instant now, IntFunction<Collection<Guid>> finder) {
            int most = allowance.ports(now);
            Collection<Guid> found = most > 0 ? finder.apply(most) : Set.of();
            allowance.used(found.size());
            return found;
        }
    }

    private Duration pause(FabricPlan plan) {
        Duration pause = config.pollInterval();
        if (plan.nextExpiry() != null) {
            Duration left = Duration.between(clock.instant(), plan.nextExpiry());
            pause = left.compareTo(pause) < 0 ? left : pause;
        }
        return pause.isNegative() ? Duration.ZERO : pause;
    }
}
