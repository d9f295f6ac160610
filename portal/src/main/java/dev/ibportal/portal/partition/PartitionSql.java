package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of partitions, as far as the connection may see them. */
@ApplicationScoped
class PartitionSql {
    static final List<String> STATES =
            List.of("allocated", "programming", "active", "retiring", "quarantined", "released");

    private static final Listing PARTITIONS = Listing.of("""
                    t.id, t.tenant_id, x.name AS tenant_name, t.fabric_id, f.name AS fabric_name, t.pkey, t.name,
                    t.description, t.ipoib, t.ib_mtu, t.rate_code, t.service_level, t.mode, t.ip_mtu, t.default_membership, t.removed_at, t.created_at,
                    t.version, s.state, s.since, s.reason,
                    fs.sm_state, seen_of_shared(fs.seen_at, 'minute') AS sm_seen_at,
                    (SELECT array_to_string(ARRAY[
                         count(*), count(*) FILTER (WHERE ms.state = 'effective'),
                         count(*) FILTER (WHERE ms.state = 'effective' AND si.state = 'in_sync' AND ns.state = 'online'),
                         count(*) FILTER (WHERE ns.state = 'unreachable'),
                         count(*) FILTER (WHERE si.state IN ('failed', 'drifted', 'held', 'pending_reboot')),
                         extract(epoch FROM min(ms.seen_at) FILTER (WHERE ms.state = 'effective')) * 1000,
                         extract(epoch FROM min(ns.last_seen_at) FILTER (WHERE ns.state = 'unreachable')) * 1000]::bigint[],
                       ' ', '-')
                     FROM membership_status ms JOIN membership m ON m.id = ms.membership_id
                       JOIN node_status ns ON ns.node_id = m.node_id JOIN interface i ON i.membership_id = m.id
                       JOIN interface_status si ON si.interface_id = i.id
                     WHERE ms.partition_id = t.id AND ms.state <> 'absent') AS member_counts,
                    (SELECT count(*) FROM pool p WHERE p.partition_id = t.id) AS pools""", """
                    partition t JOIN partition_status s ON s.partition_id = t.id JOIN tenant x ON x.id = t.tenant_id
                      JOIN fabric f ON f.id = t.fabric_id JOIN fabric_status fs ON fs.fabric_id = t.fabric_id""", "t.id")
            .by("name", "t.name_key", "text")
            .by("pkey", "t.pkey", "integer")
            .by("state", "s.state", "text")
            .by("tenant", "x.name_key", "text")
            .by("createdAt", "t.created_at", "timestamptz");

    /**
     * @param search part of a name, or a PKey in any spelling
     * @param state absent: all but released ones
     */
    Page<PartitionView> page(
            Connection connection, @Nullable String search, @Nullable String state, PageRequest request)
            throws SQLException {
        Where where = state == null ? Where.of("s.state <> 'released'") : Where.of("s.state = ?", state);
        if (search != null && !search.isBlank()) {
            PKey pkey = pkey(search);
            where.and(
                    "t.pkey = ?::integer OR position(? IN t.name_key) > 0",
                    pkey == null ? null : pkey.base(),
                    new DisplayName(search).key());
        }
        return PARTITIONS.page(connection, where, request, PartitionSql::view);
    }

    private static @Nullable PKey pkey(String text) {
        try {
            return PKey.parseAny(text);
        } catch (InvalidValueException e) {
            return null;
        }
    }

    Optional<PartitionView> find(Connection connection, UUID id) throws SQLException {
        return PARTITIONS.all(connection, Where.of("t.id = ?", id), PartitionSql::view).stream()
                .findFirst();
    }

    /** Takes a PKey for the partition: the wanted one, or the lowest free one. */
    PKey claim(Connection connection, UUID fabric, UUID partition, @Nullable PKey wanted) throws SQLException {
        return Sql.of(
                        "SELECT claim_pkey(?, ?, ?::integer) AS pkey",
                        fabric,
                        partition,
                        wanted == null ? null : wanted.base())
                .single(connection, row -> new PKey(row.getInt("pkey")));
    }

    record Owner(String partition, String tenant) {}

    /** Whose a PKey is, as far as the connection may see it. */
    Optional<Owner> owner(Connection connection, UUID fabric, PKey pkey) throws SQLException {
        return Sql.of("""
                        SELECT t.name, x.name AS tenant_name
                        FROM partition_status s JOIN partition t ON t.id = s.partition_id
                          JOIN tenant x ON x.id = t.tenant_id
                        WHERE s.fabric_id = ? AND s.pkey = ? AND s.state <> 'released'""", fabric, pkey.base())
                .first(connection, row -> new Owner(row.getString("name"), row.getString("tenant_name")));
    }

    record Slot(String state, @Nullable Instant freeAfter) {}

    /** What a PKey is doing; on fabric's connections only. */
    Optional<Slot> slot(Connection connection, UUID fabric, PKey pkey) throws SQLException {
        return Sql.of("""
                        SELECT CASE WHEN s.state = 'free' AND s.pkey::integer <@ f.pkeys_reserved THEN 'reserved' ELSE s.state END AS state,
                          s.free_after
                        FROM pkey_slot s JOIN fabric f ON f.id = s.fabric_id WHERE s.fabric_id = ? AND s.pkey = ?""", fabric, pkey.base())
                .first(connection, row -> new Slot(row.getString("state"), Rows.instantOrNull(row, "free_after")));
    }

    boolean hasIpv6Pools(Connection connection, UUID partition) throws SQLException {
        return Sql.of("SELECT FROM pool WHERE partition_id = ? AND family(prefix) = 6", partition)
                .exists(connection);
    }

    List<RemovalPreview.Member> members(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT n.id, n.name, s.state, ns.state AS node_state
                        FROM membership m JOIN membership_status s ON s.membership_id = m.id
                          JOIN node n ON n.id = m.node_id JOIN node_status ns ON ns.node_id = n.id
                        WHERE m.partition_id = ? AND s.state <> 'absent' ORDER BY n.name_key, m.id""", partition)
                .list(
                        connection,
                        row -> new RemovalPreview.Member(
                                new Ref(Rows.id(row, "id"), row.getString("name")),
                                row.getString("state"),
                                row.getString("node_state")));
    }

    List<RemovalPreview.Pool> pools(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT p.id, p.name, p.prefix, (SELECT count(*) FROM address a WHERE a.pool_id = p.id) AS used
                        FROM pool p WHERE p.partition_id = ? ORDER BY p.prefix""", partition)
                .list(
                        connection,
                        row -> new RemovalPreview.Pool(
                                new Ref(Rows.id(row, "id"), row.getString("name")),
                                row.getString("prefix"),
                                row.getInt("used")));
    }

    /** From here on nobody adds members, and nobody takes addresses or gives them back, until the transaction ends. */
    void lockWithPools(Connection connection, UUID partition) throws SQLException {
        Sql.of("SELECT FROM partition WHERE id = ? FOR NO KEY UPDATE", partition)
                .exists(connection);
        Sql.of("SELECT FROM pool WHERE partition_id = ? ORDER BY prefix FOR NO KEY UPDATE", partition)
                .exists(connection);
    }

    /** The partitions of a tenant whose end has not begun, in the one order in which they are locked. */
    List<UUID> live(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("SELECT id FROM partition WHERE tenant_id = ? AND removed_at IS NULL ORDER BY id", tenant)
                .list(connection, row -> Rows.id(row, "id"));
    }

    void end(Connection connection, UUID partition, Instant at) throws SQLException {
        Sql.of("UPDATE partition SET removed_at = ?, version = version + 1 WHERE id = ?", at, partition)
                .update(connection);
    }

    /** The memberships that end with the partition. */
    List<EndingMember> ending(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT m.id, n.name FROM membership m JOIN node n ON n.id = m.node_id
                        WHERE m.partition_id = ? AND m.removed_at IS NULL ORDER BY n.name_key, m.id""", partition)
                .list(connection, row -> new EndingMember(Rows.id(row, "id"), row.getString("name")));
    }

    record EndingMember(UUID id, String node) {}

    record EndingAddress(UUID id, String ip) {}

    record EndingPool(UUID id, String name, String prefix) {}

    /** The addresses that end with the partition, of interfaces or only kept; not those whose end has begun before. */
    List<EndingAddress> endingAddresses(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT a.id, host(a.ip) AS ip FROM address a
                        LEFT JOIN interface i ON i.id = a.interface_id LEFT JOIN membership m ON m.id = i.membership_id
                        WHERE a.partition_id = ? AND a.removed_at IS NULL AND m.removed_at IS NULL ORDER BY a.ip""", partition)
                .list(connection, row -> new EndingAddress(Rows.id(row, "id"), row.getString("ip")));
    }

    /** The pools that end with the partition. */
    List<EndingPool> endingPools(Connection connection, UUID partition) throws SQLException {
        return Sql.of("SELECT id, name, prefix FROM pool WHERE partition_id = ? ORDER BY prefix", partition)
                .list(
                        connection,
                        row -> new EndingPool(Rows.id(row, "id"), row.getString("name"), row.getString("prefix")));
    }

    /** Frees the addresses that no interface has; those of interfaces are free when their hosts were read back. */
    void releaseReserved(Connection connection, UUID partition) throws SQLException {
        Sql.of("""
                        UPDATE address SET removed_at = now(), version = version + 1
                        WHERE partition_id = ? AND interface_id IS NULL AND removed_at IS NULL""", partition).update(connection);
    }

    private static PartitionView view(ResultSet row) throws SQLException {
        Integer mtu = Rows.intOrNull(row, "ip_mtu");
        IpoibMode mode = IpoibMode.parse(row.getString("mode"));
        IpMtu largest = IpMtu.largest(mode, IbMtu.ofBytes(row.getInt("ib_mtu")));
        MemberCounts counts = MemberCounts.parse(row.getString("member_counts"));
        return new PartitionView(
                Rows.id(row, "id"),
                new Ref(Rows.id(row, "tenant_id"), row.getString("tenant_name")),
                new Ref(Rows.id(row, "fabric_id"), row.getString("fabric_name")),
                new PKey(row.getInt("pkey")).toString(),
                row.getString("name"),
                row.getString("description"),
                row.getBoolean("ipoib"),
                row.getInt("ib_mtu"),
                Rows.intOrNull(row, "rate_code"),
                row.getInt("service_level"),
                mode.text(),
                mtu,
                mtu == null ? largest.bytes() : mtu,
                row.getString("default_membership"),
                row.getString("state"),
                Rows.instant(row, "since"),
                row.getString("reason"),
                counts.all(),
                counts.effective(),
                counts.knowledge(
                        row.getString("state"), row.getString("sm_state"), Rows.instantOrNull(row, "sm_seen_at")),
                row.getInt("pools"),
                Rows.instantOrNull(row, "removed_at"),
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }
}
