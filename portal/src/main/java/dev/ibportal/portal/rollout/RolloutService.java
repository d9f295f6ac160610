package dev.ibportal.portal.rollout;

import dev.ibportal.drivers.Catalogue;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.jobs.Jobs;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.rollout.RolloutSql.Row;
import dev.ibportal.portal.rollout.RolloutView.Blast;
import dev.ibportal.portal.rollout.RolloutView.Line;
import dev.ibportal.portal.rollout.RolloutView.NodeLine;
import dev.ibportal.portal.rollout.core.Member;
import dev.ibportal.portal.rollout.core.NodeState;
import dev.ibportal.portal.rollout.core.Picker;
import dev.ibportal.portal.rollout.core.Rules;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Shows rollouts and tells them what to do; what is done then is the runner's. */
@ApplicationScoped
public class RolloutService {
    private static final int LISTED = 200;

    private final FabricDb db;
    private final RolloutSql sql;
    private final WorkSql work;
    private final Jobs jobs;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final Clock clock;

    RolloutService(
            FabricDb db, RolloutSql sql, WorkSql work, Jobs jobs, AuditLog audit, CurrentActor actors, Clock clock) {
        this.db = db;
        this.sql = sql;
        this.work = work;
        this.jobs = jobs;
        this.audit = audit;
        this.actors = actors;
        this.clock = clock;
    }

    public List<RolloutView> list() {
        List<Row> rows = db.read(connection -> sql.list(connection, LISTED));
        Map<UUID, Map<String, Integer>> counts = db.read(
                connection -> sql.counts(connection, rows.stream().map(Row::id).toList()));
        return rows.stream()
                .map(row -> view(row, counts.getOrDefault(row.id(), Map.of()), null))
                .toList();
    }

    public RolloutView get(UUID id) {
        return db.read(connection -> {
            Row row = find(connection, id);
            Map<String, Integer> counts = sql.counts(connection, List.of(id)).getOrDefault(id, Map.of());
            return view(row, counts, nextAt(connection, row));
        });
    }

    /** When the next wave may begin, where time is what it waits for. */
    private @Nullable Instant nextAt(Connection connection, Row row) throws SQLException {
        if (!row.state().equals("running")) {
            return null;
        }
        Instant now = clock.instant();
        Rules rules = RulesReader.rules(row.rules());
        List<Member> members = work.work(connection, row.id()).stream()
                .map(WorkSql.Work::member)
                .toList();
        boolean away = members.stream().anyMatch(member -> member.state() instanceof NodeState.Busy);
        if (away) {
            return null;
        }
        Instant baked =
                Picker.begins(members, rules).filter(at -> at.isAfter(now)).orElse(now);
        Instant open = rules.when().flatMap(window -> window.opens(baked)).orElse(baked);
        return open.isAfter(now) ? open : null;
    }

    private Row find(Connection connection, UUID id) throws SQLException {
        return sql.find(connection, id).orElseThrow(() -> new NotFound("rollout", id));
    }

    private RolloutView view(Row row, Map<String, Integer> counts, @Nullable Instant nextAt) {
        return new RolloutView(
                row.id(),
                row.name(),
                row.profile(),
                Catalogue.read(row.profileBody()).profiles().get(0).label(),
                row.selector(),
                row.hook(),
                RulesReader.read(row.rules()),
                row.state(),
                row.since(),
                row.reason(),
                row.createdBy(),
                row.createdAt(),
                row.startedAt(),
                row.endedAt(),
                counts,
                nextAt);
    }

    public List<NodeLine> nodes(UUID id) {
        return db.read(connection -> {
            find(connection, id);
            return sql.nodes(connection, id);
        });
    }

    public Blast blast(UUID id) {
        return db.read(connection -> {
            find(connection, id);
            return sql.blast(connection, id);
        });
    }

    public List<Line> lines(UUID id, @Nullable UUID node, long after) {
        return db.read(connection -> {
            find(connection, id);
            return sql.lines(connection, id, node, after);
        });
    }

    /** What a person may tell a rollout to do. */
    public enum Order {
        START(Set.of("planned"), "running"),
        PAUSE(Set.of("running"), "paused"),
        RESUME(Set.of("paused", "halted"), "running"),
        ABORT(Set.of("planned", "running", "paused", "halted"), "aborting"),
        ROLL_BACK(Set.of("running", "paused", "halted", "done", "aborted"), "rolling-back");

        private final Set<String> from;
        private final String to;

        Order(Set<String> from, String to) {
            this.from = from;
            this.to = to;
        }

        public boolean fits(String state) {
            return from.contains(state);
        }

        /** As it stands in addresses and in the log. */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public RolloutView tell(UUID id, Order order) {
        db.run(connection -> {
            sql.oneAtATime(connection);
            Row row = sql.lock(connection, id).orElseThrow(() -> new NotFound("rollout", id));
            boolean begun = order != Order.ROLL_BACK || row.startedAt() != null;
            if (!order.fits(row.state()) || !begun) {
                throw new Conflict(
                        "rollout-state",
                        "Rollout \"" + row.name() + "\" is " + row.state() + "; " + order.code()
                                + " is for one that is " + String.join(" or ", new TreeSet<>(order.from)) + ".",
                        Map.of("state", row.state()));
            }
            if (order == Order.START || order == Order.ROLL_BACK) {
                refuseRivals(connection, row);
            }
            if (order == Order.RESUME) {
                forgive(connection, row);
            }
            String to = (row.state().equals("planned") && order == Order.ABORT) ? "aborted" : order.to;
            String by = "by " + actors.get().login();
            Instant now = clock.instant();
            sql.state(connection, id, to, order == Order.START || order == Order.RESUME ? "" : by, now);
            work.say(connection, id, List.of(new WorkSql.Said(null, order.code() + " " + by)), now);
            audit.record(
                    connection,
                    AuditEntry.success("rollout." + order.code(), "rollout", id, row.name())
                            .before(Map.of("state", row.state()))
                            .after(Map.of("state", to)));
        });
        jobs.wake(RolloutRunner.NAME, id);
        return get(id);
    }

    private void refuseRivals(Connection connection, Row row) throws SQLException {
        List<String> rivals = sql.rivals(connection, row.id());
        if (!rivals.isEmpty()) {
            throw new Conflict(
                    "node-in-rollout",
                    "Nodes of this rollout are still under way in another one: " + String.join(", ", rivals)
                            + ". Wait until it ends, or abort it.");
        }
    }

    /** Whoever goes on has seen the failures that there are. */
    private void forgive(Connection connection, Row row) throws SQLException {
        long failures = work.work(connection, row.id()).stream()
                .filter(node -> node.state().isFailure())
                .count();
        sql.forgive(connection, row.id(), (int) failures);
    }

    /** Leaves out a node that has not been begun. */
    public void skip(UUID id, UUID node) {
        change(id, node, "skip", NodeState.Resting.class, new NodeState.Skipped(), 0);
    }

    /** Begins again with a node that was skipped or has failed. */
    public void retry(UUID id, UUID node) {
        change(id, node, "retry", NodeState.Ended.class, new NodeState.Waiting(), 1);
    }

    private void change(
            UUID id, UUID node, String what, Class<? extends NodeState> from, NodeState to, int moreAttempts) {
        db.run(connection -> {
            Row row = sql.lock(connection, id).orElseThrow(() -> new NotFound("rollout", id));
            WorkSql.Work one = work.work(connection, id).stream()
                    .filter(candidate -> candidate.node().equals(node))
                    .findFirst()
                    .orElseThrow(() -> new NotFound("node", node));
            boolean open = Set.of("planned", "running", "paused", "halted").contains(row.state());
            if (!open || !from.isInstance(one.state()) || one.state() instanceof NodeState.Done) {
                throw new Conflict(
                        "rollout-node-state",
                        "Node " + one.name() + " is " + one.state().code() + " and the rollout is " + row.state() + ": "
                                + what + " is not possible now.");
            }
            Instant now = clock.instant();
            String by = what + " by " + actors.get().login();
            work.move(
                    connection,
                    id,
                    List.of(new WorkSql.Move(
                            node, to, what.equals("skip") ? by : "", one.attempt() + moreAttempts, null, null)),
                    now);
            work.say(connection, id, List.of(new WorkSql.Said(node, by)), now);
            audit.record(
                    connection,
                    AuditEntry.success("rollout.node-" + what, "node", node, one.name())
                            .before(Map.of("state", one.state().code(), "reason", one.reason()))
                            .after(Map.of("rollout", row.name(), "state", to.code())));
        });
        jobs.wake(RolloutRunner.NAME, id);
    }
}
