package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.rollout.core.Member;
import dev.ibportal.portal.rollout.core.NodeState;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the runner of rollouts reads and writes. */
@ApplicationScoped
class WorkSql {
    /** What a daemon told of the job that a node is busy with. */
    record Job(String state, String message, boolean reboot, boolean works) {}

    /** A node with all that decides what it does next. */
    record Work(
            Member member,
            String name,
            int attempt,
            String reason,
            boolean online,
            String silence,
            @Nullable Boolean wasDrained,
            @Nullable Job job) {
        UUID node() {
            return member.node();
        }

        NodeState state() {
            return member.state();
        }
    }

    List<Work> work(Connection connection, UUID rollout) throws SQLException {
        return Sql.of("""
                        SELECT r.node_id, n.name, r.wave, r.state, r.outcome, r.since, r.reason, r.attempt, r.was_drained,
                          s.state = 'online' AND 'drivers' = ANY (s.capabilities) AS online,
                          CASE WHEN s.state = 'online' THEN 'the daemon there installs no drivers; install a newer one'
                            ELSE 'not connected: ' || s.reason END AS silence,
                          (SELECT array_agg(g.name) FROM redundancy_group g WHERE g.node_id = r.node_id) AS groups,
                          -- Nobody tells of a reboot: the daemon that comes back is another start of it.
                          CASE WHEN j.step = 'rebooting' AND s.state = 'online'
                              AND s.boot_nonce IS DISTINCT FROM j.boot_nonce THEN 'succeeded' ELSE j.state END AS job_state,
                          j.message, j.reboot, j.works
                        FROM rollout_node r JOIN node n ON n.id = r.node_id JOIN node_status s ON s.node_id = n.id
                          LEFT JOIN driver_job j ON j.id = r.job_id
                        WHERE r.rollout_id = ? ORDER BY r.position""", rollout).list(connection, WorkSql::work);
    }

    private static Work work(ResultSet row) throws SQLException {
        String job = row.getString("job_state");
        return new Work(
                new Member(
                        Rows.id(row, "node_id"),
                        row.getInt("wave"),
                        Set.copyOf(Rows.strings(row, "groups")),
                        NodeState.of(row.getString("state"), row.getString("outcome")),
                        Rows.instant(row, "since")),
                row.getString("name"),
                row.getInt("attempt"),
                row.getString("reason"),
                row.getBoolean("online"),
                row.getString("silence"),
                Rows.booleanOrNull(row, "was_drained"),
                job == null
                        ? null
                        : new Job(job, row.getString("message"), row.getBoolean("reboot"), row.getBoolean("works")));
    }

    /** Groups of which a node is away because of another rollout. */
    Set<String> heldElsewhere(Connection connection, UUID rollout, Collection<String> away) throws SQLException {
        return new HashSet<>(Sql.of("""
                        SELECT DISTINCT g.name FROM redundancy_group g JOIN rollout_node r ON r.node_id = g.node_id
                          JOIN rollout o ON o.id = r.rollout_id
                        WHERE r.rollout_id <> ? AND r.state = ANY (?::text[])
                          AND o.state IN ('running', 'paused', 'halted', 'rolling-back', 'aborting')""", rollout, List.copyOf(away)).list(connection, row -> row.getString("name")));
    }

    /**
     * A node's step.
     *
     * @param job what its daemon is asked; null: nothing
     * @param reason null: what was said before stays
     */
    record Move(
            UUID node,
            NodeState to,
            @Nullable String reason,
            int attempt,
            @Nullable UUID job,
            @Nullable Boolean wasDrained) {}

    void move(Connection connection, UUID rollout, List<Move> moves, Instant now) throws SQLException {
        Sql.of(
                        """
                        UPDATE rollout_node r SET state = u.state, outcome = u.outcome, since = ?::timestamptz,
                          reason = coalesce(u.reason, r.reason), attempt = u.attempt::integer, job_id = u.job::uuid,
                          was_drained = coalesce(u.drained::boolean, r.was_drained)
                        FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
                          u (node, state, outcome, reason, attempt, job, drained)
                        WHERE r.rollout_id = ? AND r.node_id = u.node""",
                        now,
                        moves.stream().map(Move::node).toList(),
                        moves.stream().map(move -> move.to().code()).toList(),
                        moves.stream().map(move -> move.to().outcome()).toList(),
                        moves.stream().map(Move::reason).toList(),
                        moves.stream().map(Move::attempt).toList(),
                        moves.stream().map(move -> text(move.job())).toList(),
                        moves.stream().map(move -> text(move.wasDrained())).toList(),
                        rollout)
                .update(connection);
        ask(
                connection,
                rollout,
                moves.stream().filter(move -> move.job() != null).toList());
    }

    /** The same job again is the job that is there already. */
    private static void ask(Connection connection, UUID rollout, List<Move> moves) throws SQLException {
        if (!moves.isEmpty()) {
            Sql.of(
                            """
                            INSERT INTO driver_job (id, rollout_id, node_id, attempt, step, boot_nonce)
                            SELECT u.job::uuid, ?, u.node, u.attempt::integer, u.step, s.boot_nonce
                            FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[]) u (node, job, attempt, step)
                              JOIN node_status s ON s.node_id = u.node
                            ON CONFLICT (id) DO NOTHING""",
                            rollout,
                            moves.stream().map(Move::node).toList(),
                            moves.stream().map(move -> text(move.job())).toList(),
                            moves.stream().map(Move::attempt).toList(),
                            moves.stream().map(move -> move.to().code()).toList())
                    .update(connection);
        }
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }

    /**
     * Something to be read on the board.
     *
     * @param node null: of the rollout itself
     */
    record Said(@Nullable UUID node, String text) {}

    void say(Connection connection, UUID rollout, List<Said> lines, Instant now) throws SQLException {
        if (!lines.isEmpty()) {
            Sql.of(
                            """
                            INSERT INTO rollout_log (rollout_id, node_id, at, text)
                            SELECT ?, u.node::uuid, ?::timestamptz, u.text
                            FROM unnest(?::text[], ?::text[]) WITH ORDINALITY u (node, text, nr) ORDER BY nr""",
                            rollout,
                            now,
                            lines.stream().map(line -> text(line.node())).toList(),
                            lines.stream().map(Said::text).toList())
                    .update(connection);
        }
    }

    /**
     * A job to be sent to a daemon.
     *
     * @param reverts the install that a step back undoes
     */
    record Order(
            UUID id,
            UUID rollout,
            UUID node,
            String step,
            boolean back,
            String profile,
            @Nullable UUID reverts) {}

    /** Jobs of these nodes that no daemon has answered yet, and that were not sent a short while ago. */
    List<Order> orders(Connection connection, Collection<UUID> nodes, Instant before) throws SQLException {
        if (nodes.isEmpty()) {
            return List.of();
        }
        return Sql.of("""
                        UPDATE driver_job j SET sent_at = now() FROM rollout_node r, rollout o
                        WHERE r.job_id = j.id AND r.rollout_id = j.rollout_id AND o.id = j.rollout_id
                          AND j.node_id = ANY (?) AND j.state IN ('asked', 'running')
                          AND j.step <> 'rebooting' AND coalesce(j.sent_at, '-infinity') < ?::timestamptz
                        RETURNING j.id, j.rollout_id, j.node_id, j.step, r.outcome = 'rolled-back' AS back,
                          o.profile::text AS profile,
                          (SELECT i.id FROM driver_job i WHERE i.rollout_id = j.rollout_id AND i.node_id = j.node_id
                             AND i.attempt = j.attempt AND i.step = 'installing') AS reverts""", List.copyOf(nodes), before)
                .list(
                        connection,
                        row -> new Order(
                                Rows.id(row, "id"),
                                Rows.id(row, "rollout_id"),
                                Rows.id(row, "node_id"),
                                row.getString("step"),
                                row.getBoolean("back"),
                                row.getString("profile"),
                                Rows.idOrNull(row, "reverts")));
    }

    /** What a daemon says of a job of its own; answers whose rollout it is, unless it had ended already. */
    List<UUID> told(Connection connection, UUID node, UUID job, Job told, Instant now) throws SQLException {
        return Sql.of(
                        """
                        UPDATE driver_job SET state = ?, message = ?, reboot = ?, works = ?, told_at = ?::timestamptz
                        WHERE id = ? AND node_id = ? AND state IN ('asked', 'running')
                          AND (state, message) IS DISTINCT FROM (?, ?) RETURNING rollout_id""",
                        told.state(),
                        told.message(),
                        told.reboot(),
                        told.works(),
                        now,
                        job,
                        node,
                        told.state(),
                        told.message())
                .list(connection, row -> Rows.id(row, "rollout_id"));
    }

    /** Whose job this is; none: no job of this node. */
    List<UUID> rolloutOf(Connection connection, UUID node, UUID job) throws SQLException {
        return Sql.of("SELECT rollout_id FROM driver_job WHERE id = ? AND node_id = ?", job, node)
                .list(connection, row -> Rows.id(row, "rollout_id"));
    }
}
