package dev.ibportal.portal.rollout;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.rollout.RolloutView.Blast;
import dev.ibportal.portal.rollout.RolloutView.Line;
import dev.ibportal.portal.rollout.RolloutView.NodeLine;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rollouts as people see them. */
@ApplicationScoped
class RolloutSql {
    private static final int LINES = 500;

    /** A row, with its rules as they are kept. */
    record Row(
            UUID id,
            String name,
            String profile,
            String profileBody,
            String selector,
            String rules,
            String hook,
            String state,
            Instant since,
            String reason,
            int forgiven,
            String createdBy,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt) {}

    /** What is kept of a rollout that is not begun. */
    record Plan(
            UUID id,
            String name,
            String profile,
            String profileBody,
            String selector,
            String rules,
            String hook,
            String createdBy) {}

    void insert(Connection connection, Plan row) throws SQLException {
        Sql.of(
                        """
                        INSERT INTO rollout (id, name, profile_id, profile, selector, rules, hook, created_by)
                        VALUES (?, ?, ?, ?::jsonb, ?, ?::jsonb, ?, ?)""",
                        row.id(),
                        row.name(),
                        row.profile(),
                        row.profileBody(),
                        row.selector(),
                        row.rules(),
                        row.hook(),
                        row.createdBy())
                .update(connection);
    }

    /** A node that is to be in a rollout, or is left out of it with a reason. */
    record Planned(UUID node, int wave, String state, String reason) {}

    void insertNodes(Connection connection, UUID rollout, List<Planned> nodes) throws SQLException {
        Sql.of(
                        """
                        INSERT INTO rollout_node (rollout_id, node_id, position, wave, state, reason)
                        SELECT ?, u.node, u.position, u.wave::integer, u.state, u.reason
                        FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[])
                          WITH ORDINALITY u (node, wave, state, reason, position)""",
                        rollout,
                        nodes.stream().map(Planned::node).toList(),
                        nodes.stream().map(Planned::wave).toList(),
                        nodes.stream().map(Planned::state).toList(),
                        nodes.stream().map(Planned::reason).toList())
                .update(connection);
    }

    private static final String COLUMNS = """
            SELECT id, name, profile_id, profile::text AS profile, selector, rules::text AS rules, hook, state, since, reason,
              forgiven, created_by, created_at, started_at, ended_at FROM rollout""";

    Optional<Row> find(Connection connection, UUID id) throws SQLException {
        return Sql.of(COLUMNS + " WHERE id = ?", id).first(connection, RolloutSql::row);
    }

    /** Nobody else changes it until the transaction ends. */
    Optional<Row> lock(Connection connection, UUID id) throws SQLException {
        return Sql.of(COLUMNS + " WHERE id = ? FOR NO KEY UPDATE", id).first(connection, RolloutSql::row);
    }

    List<Row> list(Connection connection, int most) throws SQLException {
        return Sql.of(COLUMNS + " ORDER BY created_at DESC, id LIMIT ?", most).list(connection, RolloutSql::row);
    }

    /** Those that a runner has to look at. */
    List<UUID> open(Connection connection) throws SQLException {
        return Sql.of(
                        "SELECT id FROM rollout WHERE state IN ('running', 'paused', 'halted', 'rolling-back', 'aborting')")
                .list(connection, row -> Rows.id(row, "id"));
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                Rows.id(row, "id"),
                row.getString("name"),
                row.getString("profile_id"),
                row.getString("profile"),
                row.getString("selector"),
                row.getString("rules"),
                row.getString("hook"),
                row.getString("state"),
                Rows.instant(row, "since"),
                row.getString("reason"),
                row.getInt("forgiven"),
                row.getString("created_by"),
                Rows.instant(row, "created_at"),
                Rows.instantOrNull(row, "started_at"),
                Rows.instantOrNull(row, "ended_at"));
    }

    Map<UUID, Map<String, Integer>> counts(Connection connection, List<UUID> rollouts) throws SQLException {
        Map<UUID, Map<String, Integer>> counts = new HashMap<>();
        if (!rollouts.isEmpty()) {
            Sql.of("""
                            SELECT rollout_id, state, count(*) AS n FROM rollout_node WHERE rollout_id = ANY (?)
                            GROUP BY 1, 2 ORDER BY 2""", rollouts)
                    .list(
                            connection,
                            row -> counts.computeIfAbsent(Rows.id(row, "rollout_id"), id -> new HashMap<>())
                                    .put(row.getString("state"), row.getInt("n")));
        }
        return counts;
    }

    List<NodeLine> nodes(Connection connection, UUID rollout) throws SQLException {
        return Sql.of("""
                        SELECT n.id, n.name, r.wave, r.state, r.outcome, r.since, r.reason, r.attempt, r.was_drained,
                          s.state = 'online' AND 'drivers' = ANY (s.capabilities) AS online,
                          (SELECT array_agg(g.name ORDER BY g.name) FROM redundancy_group g WHERE g.node_id = n.id) AS groups
                        FROM rollout_node r JOIN node n ON n.id = r.node_id JOIN node_status s ON s.node_id = n.id
                        WHERE r.rollout_id = ? ORDER BY r.position""", rollout)
                .list(
                        connection,
                        row -> new NodeLine(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                row.getInt("wave"),
                                row.getString("state"),
                                row.getString("outcome"),
                                Rows.instant(row, "since"),
                                row.getString("reason"),
                                row.getInt("attempt"),
                                Rows.strings(row, "groups"),
                                row.getBoolean("online"),
                                Rows.booleanOrNull(row, "was_drained")));
    }

    void state(Connection connection, UUID rollout, String state, String reason, Instant now) throws SQLException {
        Sql.of("""
                        UPDATE rollout SET state = ?, reason = ?, since = ?::timestamptz,
                          started_at = CASE WHEN ? = 'running' THEN coalesce(started_at, ?::timestamptz) ELSE started_at END,
                          ended_at = CASE WHEN ? IN ('done', 'aborted', 'rolled-back') THEN ?::timestamptz END
                        WHERE id = ?""", state, reason, now, state, now, state, now, rollout).update(connection);
    }

    void forgive(Connection connection, UUID rollout, int failures) throws SQLException {
        Sql.of("UPDATE rollout SET forgiven = ? WHERE id = ?", failures, rollout)
                .update(connection);
    }

    /** Names of other open rollouts with one of its nodes that still have something to do there. */
    List<String> rivals(Connection connection, UUID rollout) throws SQLException {
        return Sql.of("""
                        SELECT DISTINCT o.name FROM rollout o JOIN rollout_node r ON r.rollout_id = o.id
                        WHERE o.id <> ? AND o.state IN ('running', 'paused', 'halted', 'rolling-back', 'aborting')
                          AND r.state NOT IN ('done', 'failed', 'broken', 'rolled-back', 'skipped')
                          AND r.node_id IN (SELECT node_id FROM rollout_node WHERE rollout_id = ? AND state <> 'skipped')
                        ORDER BY 1""", rollout, rollout).list(connection, row -> row.getString("name"));
    }

    /** One start after the other, so that two rollouts never take one node. */
    void oneAtATime(Connection connection) throws SQLException {
        Sql.of("SELECT pg_advisory_xact_lock(hashtext('ibportal.rollout'))").exists(connection);
    }

    Blast blast(Connection connection, UUID rollout) throws SQLException {
        return Sql.of("""
                        WITH touched AS (SELECT node_id FROM rollout_node WHERE rollout_id = ? AND state <> 'skipped')
                        SELECT (SELECT count(*) FROM touched) AS nodes, count(*) AS memberships,
                          count(DISTINCT m.partition_id) AS partitions, count(DISTINCT m.tenant_id) AS tenants,
                          (SELECT count(*) FROM port p WHERE p.node_id IN (SELECT node_id FROM touched)) AS ports
                        FROM membership m WHERE m.removed_at IS NULL AND m.node_id IN (SELECT node_id FROM touched)""", rollout)
                .single(
                        connection,
                        row -> new Blast(
                                row.getInt("nodes"),
                                row.getInt("memberships"),
                                row.getInt("partitions"),
                                row.getInt("tenants"),
                                row.getInt("ports")));
    }

    /**
     * What was said, oldest first.
     *
     * @param node null: of all nodes, and of the rollout itself
     */
    List<Line> lines(Connection connection, UUID rollout, @Nullable UUID node, long after) throws SQLException {
        return Sql.of("""
                        SELECT l.id, l.node_id, n.name, l.at, l.text FROM rollout_log l LEFT JOIN node n ON n.id = l.node_id
                        WHERE l.rollout_id = ? AND (?::uuid IS NULL OR l.node_id = ?::uuid) AND l.id > ?
                        ORDER BY l.id LIMIT ?""", rollout, node, node, after, LINES)
                .list(
                        connection,
                        row -> new Line(
                                row.getLong("id"),
                                Rows.idOrNull(row, "node_id"),
                                row.getString("name"),
                                Rows.instant(row, "at"),
                                row.getString("text")));
    }

    Map<String, List<String>> groups(Connection connection) throws SQLException {
        Map<String, List<String>> groups = new TreeMap<>();
        Sql.of("""
                        SELECT g.name, array_agg(n.name::text ORDER BY n.name_key) AS nodes FROM redundancy_group g
                          JOIN node n ON n.id = g.node_id GROUP BY 1""").list(connection, row -> groups.put(row.getString("name"), Rows.strings(row, "nodes")));
        return groups;
    }

    void regroup(Connection connection, String name, List<UUID> nodes) throws SQLException {
        Sql.of("DELETE FROM redundancy_group WHERE name = ?", name).update(connection);
        Sql.of("INSERT INTO redundancy_group (name, node_id) SELECT ?, unnest(?::uuid[])", name, nodes)
                .update(connection);
    }

    /** Ids of nodes by name or id, as many as there are. */
    List<UUID> nodeIds(Connection connection, List<String> wanted) throws SQLException {
        return Sql.of(
                        "SELECT id FROM node WHERE (name = ANY (?::text[]) OR id::text = ANY (?::text[])) AND retired_at IS NULL",
                        wanted,
                        wanted)
                .list(connection, row -> Rows.id(row, "id"));
    }
}
