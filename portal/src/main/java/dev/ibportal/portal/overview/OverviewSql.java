package dev.ibportal.portal.overview;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Counts and troubles, as far as the reader may see them: two statements. */
@ApplicationScoped
class OverviewSql {
    /** What takes longer than this to settle is worth a look. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    static final int MOST_TROUBLES = 20;

    private static final String COUNTS = """
            SELECT (SELECT count(*) FROM tenant) AS tenants,
              (SELECT count(*) FROM fabric) AS fabrics,
              (SELECT count(*) FROM fabric_status WHERE sm_state = 'running') AS fabrics_running,
              (SELECT count(*) FROM node WHERE retired_at IS NULL) AS nodes,
              (SELECT count(*) FROM node_status WHERE state = 'online') AS nodes_online,
              (SELECT count(*) FROM node_grant) AS grants,
              (SELECT count(*) FROM partition_status WHERE state <> 'released') AS partitions,
              (SELECT count(*) FROM interface_status WHERE state <> 'absent') AS members,
              (SELECT count(*) FROM interface_status s JOIN interface i ON i.id = s.interface_id
                 JOIN membership m ON m.id = i.membership_id JOIN membership_status t ON t.membership_id = m.id
                 JOIN fabric_status f ON f.fabric_id = m.fabric_id
               WHERE s.state = 'in_sync' AND t.state = 'effective' AND f.sm_state <> 'unknown') AS members_in_sync,
              EXISTS (SELECT FROM fabric_status WHERE seen_at IS NOT NULL) AS sm_ever_seen,
              EXISTS (SELECT FROM node_status WHERE last_seen_at IS NOT NULL) AS node_ever_seen,
              EXISTS (SELECT FROM interface_status WHERE seen_at IS NOT NULL) AS member_ever_seen,
              (SELECT count(*) FROM pool) AS pools,
              (SELECT count(*) FROM address) AS addresses""";

    private static final String TROUBLES = """
            SELECT * FROM (
              SELECT 1 AS weight, 'fabric' AS kind, f.id, f.name, '' AS partition, s.sm_state AS state, '' AS cause, s.reason,
                s.since, NULL::uuid AS partition_id
              FROM fabric f JOIN fabric_status s ON s.fabric_id = f.id WHERE s.sm_state <> 'running'
              UNION ALL
              SELECT 2, 'node', n.id, n.name, '', s.state, '', s.reason, s.since, NULL
              FROM node n JOIN node_status s ON s.node_id = n.id
              WHERE s.state = 'unreachable' AND n.retired_at IS NULL
              UNION ALL
              SELECT CASE s.state WHEN 'failed' THEN 0 ELSE 3 END, 'member', m.id, n.name, p.name, s.state, s.cause,
                s.reason,
                s.since, p.id
              FROM interface_status s JOIN interface i ON i.id = s.interface_id
                JOIN membership m ON m.id = i.membership_id JOIN partition p ON p.id = m.partition_id
                JOIN node n ON n.id = m.node_id
              WHERE s.state IN ('failed', 'drifted', 'held', 'pending_reboot')
                 OR (s.state IN ('pending', 'applying', 'leaving') AND s.since < ?)
              UNION ALL
              SELECT 4, 'removal', r.id, r.what, '', r.state, '', 'asked for by ' || r.requested_name, r.requested_at,
                r.partition_id
              FROM removal_request r WHERE r.state = 'waiting' AND r.expires_at > ?
              UNION ALL
              SELECT -1, 'isolation', p.tenant_id, p.name, '', b.verdict, '', b.detail, b.at, p.id
              FROM partition p JOIN partition_status s ON s.partition_id = p.id AND s.state <> 'released'
                JOIN LATERAL (SELECT i.verdict, i.detail, i.at FROM isolation_probe i WHERE i.partition_id = p.id
                              ORDER BY i.at DESC LIMIT 1) b ON b.verdict = 'broken') t
            ORDER BY weight, since, id LIMIT ?""";

    private final Scope scope;

    OverviewSql(Scope scope) {
        this.scope = scope;
    }

    /** Public for the templates. */
    public record Counts(
            int tenants,
            int fabrics,
            int fabricsRunning,
            int nodes,
            int nodesOnline,
            int grants,
            int partitions,
            int members,
            int membersInSync,
            int pools,
            int addresses,
            Ever ever) {}

    /** What was once so, whatever became of it: a first step that was done stays done in an outage. */
    public record Ever(boolean smSeen, boolean nodeSeen, boolean memberSeen) {}

    record State(Counts counts, List<Trouble> troubles) {}

    State read(Instant now) {
        return scope.read(connection -> new State(
                Sql.of(COUNTS).single(connection, OverviewSql::counts),
                Sql.of(TROUBLES, now.minus(PATIENCE), now, MOST_TROUBLES).list(connection, OverviewSql::trouble)));
    }

    private static Counts counts(ResultSet row) throws SQLException {
        return new Counts(
                row.getInt("tenants"),
                row.getInt("fabrics"),
                row.getInt("fabrics_running"),
                row.getInt("nodes"),
                row.getInt("nodes_online"),
                row.getInt("grants"),
                row.getInt("partitions"),
                row.getInt("members"),
                row.getInt("members_in_sync"),
                row.getInt("pools"),
                row.getInt("addresses"),
                new Ever(
                        row.getBoolean("sm_ever_seen"),
                        row.getBoolean("node_ever_seen"),
                        row.getBoolean("member_ever_seen")));
    }

    private static Trouble trouble(ResultSet row) throws SQLException {
        UUID partition = Rows.idOrNull(row, "partition_id");
        return new Trouble(
                row.getString("kind"),
                Rows.id(row, "id"),
                row.getString("name"),
                row.getString("partition"),
                partition,
                row.getString("state"),
                row.getString("cause"),
                row.getString("reason"),
                Rows.instant(row, "since"));
    }
}
