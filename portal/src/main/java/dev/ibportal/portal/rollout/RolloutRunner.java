package dev.ibportal.portal.rollout;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.jobs.Jobs;
import dev.ibportal.portal.platform.jobs.ObjectJob;
import dev.ibportal.portal.platform.jobs.WakeUp;
import dev.ibportal.portal.platform.jobs.WakeUpListener;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.rollout.WorkSql.Move;
import dev.ibportal.portal.rollout.core.NodeState;
import dev.ibportal.portal.rollout.core.Rules;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One look at a rollout after the other, each in one transaction that holds its row: however many portals run, and whenever
 * one of them is killed, a step is taken once. What daemons are asked has an id that is made of the step, so that asking
 * twice does nothing twice.
 */
@Singleton
class RolloutRunner implements ObjectJob {
    static final String NAME = "rollout";

    private static final Actor ACTOR = Actor.system("rollout");
    private static final Duration BUSY = Duration.ofSeconds(2);
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration OVER = Duration.ofDays(1);
    /** Steps that need nobody's answer follow each other at once. */
    private static final int AT_ONCE = 20;

    private final FabricDb db;
    private final RolloutSql rollouts;
    private final WorkSql work;
    private final HookRounds hooks;
    private final JobDispatcher dispatcher;
    private final AuditLog audit;
    private final Clock clock;

    RolloutRunner(
            FabricDb db,
            RolloutSql rollouts,
            WorkSql work,
            HookRounds hooks,
            JobDispatcher dispatcher,
            AuditLog audit,
            Clock clock) {
        this.db = db;
        this.rollouts = rollouts;
        this.work = work;
        this.hooks = hooks;
        this.dispatcher = dispatcher;
        this.audit = audit;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Duration run(UUID rollout) {
        for (int round = 0; round < AT_ONCE; round++) {
            Round.Outcome outcome = round(rollout);
            if (outcome.asked()) {
                dispatcher.wake();
            }
            if (outcome.over()) {
                return OVER;
            }
            if (!outcome.moved()) {
                return outcome.busy() ? BUSY : IDLE;
            }
        }
        return Duration.ZERO;
    }

    /** Hooks are asked before the transaction: nothing waits for them. */
    private Round.Outcome round(UUID rollout) {
        Optional<RolloutSql.Row> found = db.read(connection -> rollouts.find(connection, rollout));
        if (found.isEmpty() || found.get().startedAt() == null) {
            return Round.Outcome.OVER;
        }
        HookRounds.Answers answers =
                hooks.ask(found.get().hook(), db.read(connection -> work.work(connection, rollout)));
        return db.write(connection -> {
            rollouts.oneAtATime(connection);
            Optional<RolloutSql.Row> row = rollouts.lock(connection, rollout);
            return row.isPresent() ? look(connection, row.get(), answers) : Round.Outcome.OVER;
        });
    }

    private Round.Outcome look(Connection connection, RolloutSql.Row row, HookRounds.Answers answers)
            throws SQLException {
        Instant now = clock.instant();
        Rules rules = RulesReader.rules(row.rules());
        Round round = new Round(
                row,
                rules,
                work.work(connection, row.id()),
                answers,
                work.heldElsewhere(connection, row.id(), Round.AWAY),
                now);
        round.look();
        if (!round.moves().isEmpty()) {
            work.move(connection, row.id(), round.moves(), now);
        }
        Optional<Round.NewState> state = round.newState();
        if (state.isPresent()) {
            rollouts.state(connection, row.id(), state.get().to(), state.get().reason(), now);
        }
        work.say(connection, row.id(), round.said(), now);
        record(connection, row, round);
        return round.outcome();
    }

    /** What it decided by itself: each node that is taken from its work or has ended, and each turn of the whole. */
    private void record(Connection connection, RolloutSql.Row row, Round round) {
        List<AuditEntry> entries = new ArrayList<>();
        Map<UUID, String> names = round.names();
        for (Move move : round.moves()) {
            boolean told = move.to() instanceof NodeState.Ended || move.to() instanceof NodeState.Draining;
            if (told) {
                entries.add(AuditEntry.success(
                                "rollout.node-" + move.to().code(),
                                "node",
                                move.node(),
                                names.getOrDefault(move.node(), ""))
                        .after(Map.of(
                                "rollout", row.name(),
                                "profile", row.profile(),
                                "attempt", move.attempt(),
                                "reason", move.reason() == null ? "" : move.reason()))
                        .by(ACTOR));
            }
        }
        round.newState()
                .ifPresent(state ->
                        entries.add(AuditEntry.success("rollout." + state.to(), "rollout", row.id(), row.name())
                                .before(Map.of("state", row.state()))
                                .after(Map.of("state", state.to(), "reason", state.reason()))
                                .by(ACTOR)));
        if (!entries.isEmpty()) {
            audit.recordAll(connection, entries);
        }
    }

    /** Goes on with what a portal that is no more had begun. */
    @Singleton
    static class Waker implements WakeUpListener {
        private final FabricDb db;
        private final RolloutSql rollouts;
        private final Jobs jobs;

        Waker(FabricDb db, RolloutSql rollouts, Jobs jobs) {
            this.db = db;
            this.rollouts = rollouts;
            this.jobs = jobs;
        }

        @Override
        public void woken(WakeUp wakeUp) {
            if (wakeUp instanceof WakeUp.Everything) {
                db.read(rollouts::open).forEach(rollout -> jobs.wake(NAME, rollout));
            }
        }
    }
}
