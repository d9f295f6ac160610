package dev.ibportal.portal.reconcile;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.types.PKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Moves the partitions of a fabric on: from their members' states, from the ledger, and by time. */
@Singleton
class PartitionLifeSql {
    private static final Actor ACTOR = Actor.system("fabric");

    private final AuditLog audit;

    PartitionLifeSql(AuditLog audit) {
        this.audit = audit;
    }

    /** A partition whose state is another one now. */
    record Moved(UUID partition, UUID tenant) {}

    List<Moved> advance(Connection connection, UUID fabric) throws SQLException {
        List<Moved> moved = new ArrayList<>(followMembers(connection, fabric));
        moved.addAll(cooling(connection, fabric));
        moved.addAll(release(connection, fabric));
        return List.copyOf(moved);
    }

    private static Moved moved(ResultSet row) throws SQLException {
        return new Moved(Rows.id(row, "partition_id"), Rows.id(row, "tenant_id"));
    }

    /** Active when every live member is effective; else the first reason of a member is the partition's. */
    private static List<Moved> followMembers(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        UPDATE partition_status s SET state = w.state, reason = w.reason,
                          since = CASE WHEN s.state = w.state THEN s.since ELSE now() END
                        FROM (
                          SELECT p.id,
                            CASE WHEN count(m.id) = 0 THEN 'allocated'
                              WHEN bool_and(ms.state = 'effective') THEN 'active' ELSE 'programming' END AS state,
                            CASE WHEN count(m.id) = 0 THEN 'no members yet'
                              WHEN bool_and(ms.state = 'effective') THEN ''
                              ELSE coalesce((array_agg(ms.reason ORDER BY ms.reason)
                                FILTER (WHERE ms.state <> 'effective' AND ms.reason <> ''))[1],
                                'waiting for the subnet manager') END AS reason
                          FROM partition p
                            LEFT JOIN membership m ON m.partition_id = p.id AND m.removed_at IS NULL
                            LEFT JOIN membership_status ms ON ms.membership_id = m.id
                          WHERE p.fabric_id = ? AND p.removed_at IS NULL GROUP BY p.id) w
                        WHERE s.partition_id = w.id AND s.state IN ('allocated', 'programming', 'active')
                          AND (s.state, s.reason) IS DISTINCT FROM (w.state, w.reason)
                        RETURNING s.partition_id, s.tenant_id""", fabric).list(connection, PartitionLifeSql::moved);
    }

    private List<Moved> cooling(Connection connection, UUID fabric) throws SQLException {
        List<Released> quarantined = quarantine(connection, fabric);
        for (Released each : quarantined) {
            audit.record(connection, entry("partition.quarantine", each));
        }
        return quarantined.stream()
                .map(each -> new Moved(each.partition(), each.tenant()))
                .toList();
    }

    /** Only when nothing of it is left anywhere does the time of cooling down begin. */
    private static List<Released> quarantine(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        WITH gone AS (
                          UPDATE partition_status s SET state = 'quarantined', since = now(),
                            reason = 'proven absent everywhere; the PKey cools down before it is given to somebody else'
                          WHERE s.fabric_id = ? AND s.state = 'retiring'
                            AND NOT EXISTS (SELECT FROM membership_status m
                                            WHERE m.partition_id = s.partition_id AND m.state <> 'absent')
                            AND NOT EXISTS (SELECT FROM absence a
                                            WHERE a.partition_id = s.partition_id AND a.closed_at IS NULL)
                          RETURNING s.partition_id, s.tenant_id)
                        UPDATE pkey_slot k SET state = 'quarantined', since = now(), free_after = now() + f.quarantine
                        FROM gone, fabric f, partition p
                        WHERE k.fabric_id = ? AND f.id = k.fabric_id AND k.partition_id = gone.partition_id
                          AND p.id = gone.partition_id
                        RETURNING p.id, p.tenant_id, p.name, p.pkey""", fabric, fabric).list(connection, PartitionLifeSql::released);
    }

    private record Released(UUID partition, UUID tenant, String name, int pkey) {}

    private List<Moved> release(Connection connection, UUID fabric) throws SQLException {
        List<Released> released = Sql.of("""
                        WITH due AS (
                          SELECT pkey, partition_id FROM pkey_slot
                          WHERE fabric_id = ? AND state = 'quarantined' AND free_after <= now() FOR UPDATE),
                        freed AS (
                          UPDATE pkey_slot k SET state = 'free', partition_id = NULL, free_after = NULL, since = now()
                          FROM due WHERE k.fabric_id = ? AND k.pkey = due.pkey RETURNING due.partition_id),
                        shown AS (
                          UPDATE partition_status s SET state = 'released', since = now(), reason = ''
                          FROM freed WHERE s.partition_id = freed.partition_id RETURNING s.partition_id)
                        SELECT p.id, p.tenant_id, p.name, p.pkey FROM shown JOIN partition p ON p.id = shown.partition_id""", fabric, fabric).list(connection, PartitionLifeSql::released);
        if (released.isEmpty()) {
            return List.of();
        }
        List<UUID> ids = released.stream().map(Released::partition).toList();
        Sql.of("DELETE FROM address WHERE partition_id = ANY (?::uuid[])", ids).update(connection);
        Sql.of("DELETE FROM pool WHERE partition_id = ANY (?::uuid[])", ids).update(connection);
        for (Released each : released) {
            audit.record(connection, entry("partition.release", each));
        }
        return released.stream()
                .map(each -> new Moved(each.partition(), each.tenant()))
                .toList();
    }

    private static Released released(ResultSet row) throws SQLException {
        return new Released(Rows.id(row, "id"), Rows.id(row, "tenant_id"), row.getString("name"), row.getInt("pkey"));
    }

    private static AuditEntry entry(String action, Released partition) {
        return AuditEntry.success(action, "partition", partition.partition(), partition.name())
                .tenant(partition.tenant())
                .after(Map.of("pkey", new PKey(partition.pkey()).toString()))
                .by(ACTOR);
    }

    @Nullable
    Instant nextExpiry(Connection connection, UUID fabric) throws SQLException {
        return Sql.of(
                        "SELECT min(free_after) AS at FROM pkey_slot WHERE fabric_id = ? AND state = 'quarantined'",
                        fabric)
                .single(connection, row -> new Expiry(Rows.instantOrNull(row, "at")))
                .at();
    }

    private record Expiry(@Nullable Instant at) {}
}
