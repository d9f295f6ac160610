package dev.ibportal.portal.reconcile;

import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMastery;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.reconcile.core.SmHosts;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/** The hosts of a fabric's subnet managers: who has which configuration, who rules, and since when. */
@Singleton
class SmHostSql {
    private static final Logger LOG = Logger.getLogger(SmHostSql.class);

    private final AuditLog audit;

    SmHostSql(AuditLog audit) {
        this.audit = audit;
    }

    /**
     * Keeps what one of them says of itself, and answers how all of them are. To be called under the lock of the fabric's
     * status.
     */
    SmHosts report(
            Connection connection, SmTarget from, SmDocument document, SmReadBack said, String state, String reason)
            throws SQLException {
        boolean same = isSame(document, said);
        boolean wasSame = Sql.of(
                        "SELECT FROM fabric_sm_host WHERE node_id = ? AND fabric_id = ? AND differs_since IS NULL",
                        from.node(),
                        from.fabric())
                .exists(connection);
        String mastery = mastery(said.getMastery());
        Sql.of(
                        """
                        UPDATE fabric_sm_host SET state = ?, mastery = ?, reason = ?, seen_at = now(), applied_generation = ?,
                          last_window = CASE WHEN ? AND differs_since IS NOT NULL THEN clock_timestamp() - differs_since
                            ELSE last_window END,
                          differs_since = CASE WHEN ? THEN NULL ELSE coalesce(differs_since, now()) END
                        WHERE node_id = ? AND fabric_id = ?""",
                        state,
                        mastery,
                        reason,
                        said.hasGeneration() ? said.getGeneration() : null,
                        same,
                        same,
                        from.node(),
                        from.fabric())
                .update(connection);
        if (mastery.equals("master")) {
            // one that got the newest configuration only now may have begun to rule with an older one
            rules(connection, from, same && wasSame);
        }
        return all(connection, from.fabric());
    }

    /** Both what it was told and what lies in its file: somebody may have put another file there. */
    private static boolean isSame(SmDocument document, SmReadBack said) {
        boolean told = said.hasGeneration() && said.getGeneration() == document.getGeneration();
        return told
                && (said.getPartitionsSha256().isEmpty()
                        || said.getPartitionsSha256().equals(document.getRenderedSha256()));
    }

    private static String mastery(SmMastery mastery) {
        return switch (mastery) {
            case SM_MASTERY_MASTER -> "master";
            case SM_MASTERY_STANDBY -> "standby";
            case SM_MASTERY_UNKNOWN, SM_MASTERY_UNSPECIFIED, UNRECOGNIZED -> "unknown";
        };
    }

    private void rules(Connection connection, SmTarget now, boolean same) throws SQLException {
        Sql.of("""
                        UPDATE fabric_sm_host SET mastery = 'unknown'
                        WHERE fabric_id = ? AND node_id <> ? AND mastery = 'master'""", now.fabric(), now.node()).update(connection);
        Optional<Change> change = Sql.of("""
                        UPDATE fabric_status s SET master_before = s.master_node_id, master_node_id = ?, master_since = now(),
                          master_behind = ? FROM fabric f
                        WHERE f.id = s.fabric_id AND s.fabric_id = ? AND s.master_node_id IS DISTINCT FROM ?
                        RETURNING f.name, (SELECT name FROM node WHERE id = s.master_before) AS before,
                          (SELECT name FROM node WHERE id = s.master_node_id) AS now""", now.node(), !same, now.fabric(), now.node())
                .first(
                        connection,
                        row -> new Change(row.getString("name"), row.getString("before"), row.getString("now")));
        if (change.isPresent() && change.get().before() != null) {
            told(connection, now.fabric(), change.get(), same);
        }
    }

    private record Change(String fabric, String before, String now) {}

    private void told(Connection connection, UUID fabric, Change change, boolean same) throws SQLException {
        LOG.warnf(
                "fabric %s: the subnet manager of node %s has taken over from that of node %s%s",
                change.fabric(), change.now(), change.before(), same ? "" : ", with an older configuration");
        audit.record(
                connection,
                AuditEntry.success("fabric.take-over", "fabric", fabric, change.fabric())
                        .before(Map.of("master", change.before()))
                        .after(Map.of("master", change.now(), "configuration", same ? "newest" : "older"))
                        .by(Actor.system("fabric")));
        Sql.of("SELECT wake_fabric(?::uuid)", fabric).exists(connection);
    }

    private static SmHosts all(Connection connection, UUID fabric) throws SQLException {
        return new SmHosts(Sql.of("""
                        SELECT h.node_id, n.name, h.state, h.mastery = 'master' AS master, h.reason,
                          h.differs_since IS NULL AS same
                        FROM fabric_sm_host h JOIN node n ON n.id = h.node_id
                        WHERE h.fabric_id = ? ORDER BY h.standby, n.name_key""", fabric)
                .list(
                        connection,
                        row -> new SmHosts.Host(
                                Rows.id(row, "node_id"),
                                row.getString("name"),
                                row.getString("state"),
                                row.getBoolean("master"),
                                row.getString("reason"),
                                row.getBoolean("same"))));
    }
}
