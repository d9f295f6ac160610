package dev.ibportal.portal.evidence;

import dev.ibportal.portal.evidence.core.Check.Course;
import dev.ibportal.portal.evidence.core.Facts;
import dev.ibportal.portal.evidence.core.Facts.FabricFact;
import dev.ibportal.portal.evidence.core.Facts.KeyFact;
import dev.ibportal.portal.evidence.core.Facts.PartitionFact;
import dev.ibportal.portal.evidence.core.Facts.PortFact;
import dev.ibportal.portal.evidence.core.Facts.ProbeFact;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads what is known of a tenant's partitions and of the fabrics they are on; as the fabric role, for all ports count. */
@ApplicationScoped
class EvidenceSql {
    Optional<String> tenantName(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("SELECT name FROM tenant WHERE id = ?", tenant).first(connection, row -> row.getString("name"));
    }

    Facts facts(Connection connection, UUID tenant) throws SQLException {
        return new Facts(partitions(connection, tenant), fabrics(connection, tenant));
    }

    private static List<PartitionFact> partitions(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("""
                        SELECT p.id, p.name, p.fabric_id, p.pkey,
                          (SELECT count(*) FROM partition_status o WHERE o.fabric_id = p.fabric_id AND o.pkey = p.pkey
                             AND o.state <> 'released') AS holders,
                          ARRAY(SELECT m.port_id FROM membership_status m WHERE m.partition_id = p.id
                             AND m.state <> 'absent') AS members,
                          b.verdict, b.at, b.detail, b.sent_from, b.sent_inside, b.sent_to, b.packets
                        FROM partition p JOIN partition_status s ON s.partition_id = p.id
                          LEFT JOIN LATERAL (SELECT * FROM isolation_probe i WHERE i.partition_id = p.id
                             ORDER BY i.at DESC LIMIT 1) b ON true
                        WHERE p.tenant_id = ? AND s.state <> 'released' ORDER BY p.name_key, p.id""", tenant)
                .list(
                        connection,
                        row -> new PartitionFact(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                Rows.id(row, "fabric_id"),
                                row.getInt("pkey"),
                                row.getInt("holders"),
                                ids(row.getArray("members")),
                                probe(row)));
    }

    private static Set<UUID> ids(Array array) throws SQLException {
        return new HashSet<>(Arrays.asList((UUID[]) array.getArray()));
    }

    private static @Nullable ProbeFact probe(ResultSet row) throws SQLException {
        String verdict = row.getString("verdict");
        if (verdict == null) {
            return null;
        }
        String from = row.getString("sent_from");
        Course course = from == null
                ? null
                : new Course(from, row.getString("sent_inside"), row.getString("sent_to"), row.getInt("packets"));
        return new ProbeFact(verdict, Rows.instant(row, "at"), row.getString("detail"), course);
    }

    private static List<FabricFact> fabrics(Connection connection, UUID tenant) throws SQLException {
        record Row(UUID id, String name, boolean limited, boolean applied) {}
        List<Row> rows = Sql.of("""
                        SELECT f.id, f.name, f.default_membership = 'limited' AS limited,
                          coalesce(s.applied_generation = s.generation, false) AS applied
                        FROM fabric f JOIN fabric_status s ON s.fabric_id = f.id
                        WHERE EXISTS (SELECT FROM partition_status p WHERE p.fabric_id = f.id AND p.tenant_id = ?
                          AND p.state <> 'released') ORDER BY f.name_key""", tenant)
                .list(
                        connection,
                        row -> new Row(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                row.getBoolean("limited"),
                                row.getBoolean("applied")));
        List<FabricFact> fabrics = new java.util.ArrayList<>();
        for (Row row : rows) {
            fabrics.add(new FabricFact(
                    row.id, row.name, row.limited, row.applied, ports(connection, row.id), keys(connection, row.id)));
        }
        return fabrics;
    }

    private static List<KeyFact> keys(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("SELECT name, state, seen_at FROM fabric_sm_key WHERE fabric_id = ? ORDER BY name", fabric)
                .list(
                        connection,
                        row -> new KeyFact(
                                row.getString("name"), row.getString("state"), Rows.instant(row, "seen_at")));
    }

    /** The younger of the two views of a port's table: what the subnet manager reads, and what the node says. */
    private static List<PortFact> ports(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        SELECT p.id, EXISTS (SELECT FROM fabric_sm_host h
                            WHERE h.fabric_id = f.id AND h.node_id = p.node_id) AS manager, v.seen_at, v.pkeys
                        FROM port p JOIN fabric f ON f.id = p.fabric_id
                          LEFT JOIN LATERAL (
                            SELECT w.seen_at, w.pkeys FROM port_fabric_view w WHERE w.port_id = p.id AND w.pkeys IS NOT NULL
                            UNION ALL SELECT t.seen_at, t.pkeys FROM port_status t WHERE t.port_id = p.id AND t.pkeys IS NOT NULL
                            ORDER BY 1 DESC LIMIT 1) v ON true
                        WHERE p.fabric_id = ?""", fabric)
                .list(
                        connection,
                        row -> new PortFact(
                                Rows.id(row, "id"),
                                row.getBoolean("manager"),
                                Rows.instantOrNull(row, "seen_at"),
                                Rows.integers(row, "pkeys")));
    }

    /** An interface that can be pinged from, and pinged. */
    record End(UUID node, String host, String interfaceName, String address) {
        String text() {
            return host + " " + interfaceName + " " + address;
        }
    }

    record Target(UUID id, String name, UUID fabric) {}

    List<Target> partitionsOf(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("""
                        SELECT p.id, p.name, p.fabric_id FROM partition p JOIN partition_status s ON s.partition_id = p.id
                        WHERE p.tenant_id = ? AND s.state = 'active' ORDER BY p.name_key""", tenant)
                .list(
                        connection,
                        row -> new Target(Rows.id(row, "id"), row.getString("name"), Rows.id(row, "fabric_id")));
    }

    /** A partition to try against, and its tenant. */
    record Other(UUID id, String name, UUID tenant) {}

    /** Other active partitions of the fabric with at least two ends. */
    List<Other> others(Connection connection, Target from, @Nullable UUID ofTenant) throws SQLException {
        return Sql.of("""
                        SELECT p.id, p.name, p.tenant_id FROM partition p JOIN partition_status s ON s.partition_id = p.id
                        WHERE p.fabric_id = ? AND p.id <> ? AND s.state = 'active'
                          AND p.tenant_id = coalesce(?::uuid, p.tenant_id)
                          AND (SELECT count(DISTINCT m.node_id) FROM membership m JOIN interface i ON i.membership_id = m.id
                               JOIN interface_status x ON x.interface_id = i.id AND x.state = 'in_sync'
                               JOIN address a ON a.interface_id = i.id AND a.removed_at IS NULL AND family(a.ip) = 4
                               WHERE m.partition_id = p.id) >= 2
                        ORDER BY p.created_at, p.id LIMIT 20""", from.fabric(), from.id(), ofTenant)
                .list(
                        connection,
                        row -> new Other(Rows.id(row, "id"), row.getString("name"), Rows.id(row, "tenant_id")));
    }

    /** Up to three interfaces of the partition on different nodes, each in sync and with an IPv4 address. */
    List<End> ends(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT DISTINCT ON (m.node_id) m.node_id, n.name AS host, x.name, host(a.ip) AS ip
                        FROM membership m JOIN node n ON n.id = m.node_id JOIN interface i ON i.membership_id = m.id
                          JOIN interface_status x ON x.interface_id = i.id AND x.state = 'in_sync'
                          JOIN address a ON a.interface_id = i.id AND a.removed_at IS NULL AND family(a.ip) = 4
                        WHERE m.partition_id = ? ORDER BY m.node_id, a.ip LIMIT 3""", partition).list(connection, EvidenceSql::end);
    }

    private static End end(ResultSet row) throws SQLException {
        return new End(Rows.id(row, "node_id"), row.getString("host"), row.getString("name"), row.getString("ip"));
    }

    /** @param here whether its host is in the partition of the try too, where it may answer for itself */
    record Beyond(End end, boolean here) {}

    /**
     * Whom to ping in another partition: an address that nobody in this one has, for two tenants may use the same; on a host
     * that is not in this one, if there is such a host.
     */
    Optional<Beyond> beyond(Connection connection, UUID there, UUID here) throws SQLException {
        return Sql.of("""
                        SELECT m.node_id, n.name AS host, x.name, host(a.ip) AS ip,
                          EXISTS (SELECT FROM membership o WHERE o.partition_id = ? AND o.node_id = m.node_id) AS here
                        FROM membership m JOIN node n ON n.id = m.node_id JOIN interface i ON i.membership_id = m.id
                          JOIN interface_status x ON x.interface_id = i.id AND x.state = 'in_sync'
                          JOIN address a ON a.interface_id = i.id AND a.removed_at IS NULL AND family(a.ip) = 4
                        WHERE m.partition_id = ?
                          AND NOT EXISTS (SELECT FROM address o WHERE o.partition_id = ? AND o.ip = a.ip)
                        ORDER BY here, m.node_id, a.ip LIMIT 1""", here, there, here).first(connection, row -> new Beyond(end(row), row.getBoolean("here")));
    }

    void keep(Connection connection, UUID tenant, UUID partition, String askedBy, Probe.Result result, Instant at)
            throws SQLException {
        Course course = result.course();
        Sql.of(
                        "INSERT INTO isolation_probe (tenant_id, partition_id, asked_by, at, verdict, detail, sent_from,"
                                + " sent_inside, sent_to, packets) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        tenant,
                        partition,
                        askedBy,
                        at,
                        result.verdict(),
                        result.detail(),
                        course == null ? null : course.from(),
                        course == null ? null : course.inside(),
                        course == null ? null : course.to(),
                        course == null ? 0 : course.packets())
                .update(connection);
    }
}
