package dev.ibportal.portal.reconcile;

import dev.ibportal.portal.platform.jobs.ObjectJob;
import dev.ibportal.portal.reconcile.FabricPlan.Built;
import dev.ibportal.portal.reconcile.core.Allowance;
import dev.ibportal.portal.reconcile.sm.Contact;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import dev.ibportal.portal.reconcile.sm.SubnetManager;
import dev.ibportal.types.Guid;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.IntFunction;
import org.jboss.logging.Logger;

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
                    if (!plan.moved().isEmpty()) {
                        pages.tell(fabric, plan.moved());
                    }
                    act(fabric, plan);
                    return pause(plan);
                })
                .orElse(NO_SUCH_FABRIC);
    }

    private void act(UUID fabric, FabricPlan plan) {
        SmTarget target = plan.target();
        if (target == null) {
            silent(fabric, "no node is named as the subnet manager's");
            return;
        }
        if (!plan.unfit().isEmpty() && plan.contact() instanceof Contact.Present) {
            silent(fabric, plan.unfit());
            return;
        }
        Built built = plan.built();
        if (!(plan.contact() instanceof Contact.Present present) || built == null) {
            silent(fabric, "node " + plan.nodeName() + ", which runs the subnet manager, is not connected");
            return;
        }
        boolean overdue = present.isWaiting()
                && present.unanswered().plus(config.answerLimit()).isBefore(clock.instant());
        if (overdue) {
            silent(fabric, "node " + plan.nodeName() + " has not answered since " + present.unanswered());
        }
        talk(target, built, present, overdue);
    }

    private void silent(UUID fabric, String why) {
        pages.tell(fabric, states.silent(fabric, why));
    }

    private void talk(SmTarget target, Built built, Contact.Present present, boolean overdue) {
        long wanted = built.document().getGeneration();
        if (present.generation().orElse(-1) != wanted) {
            if (present.underWay() != wanted || overdue) {
                LOG.debugf("fabric %s: handing over configuration %d", target.fabric(), wanted);
                manager.apply(target, built.document());
            }
        } else if (!present.isWaiting() || overdue) {
            Set<Guid> ports = toRead(target.fabric(), built);
            LOG.debugf("fabric %s: asking for %d ports", target.fabric(), ports.size());
            manager.read(target, ports);
        }
    }

    private Set<Guid> toRead(UUID fabric, Built built) {
        Instant now = clock.instant();
        Budget budget = budgets.computeIfAbsent(fabric, id -> Budget.of(config, now));
        Set<Guid> ports = new HashSet<>(budget.take(
                budget.unsettled(), now, most -> states.longestUnread(fabric, built.unsettled(), now, most)));
        ports.addAll(budget.take(
                budget.audit(),
                now,
                most -> states.longestUnread(fabric, built.all(), now.minus(config.auditInterval()), most)));
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
