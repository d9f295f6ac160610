package dev.ibportal.portal.ipam;

import dev.ibportal.portal.node.NodeDirectory.NodeRef;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes addresses out of pools and gives them back. Each call is one statement, however many addresses it is about. */
@ApplicationScoped
class ClaimSql {
    /** Locks the pools of one family of a partition, in one order for all, and answers them in it. */
    List<PoolRef> lockPools(Connection connection, UUID partition, IpFamily family) throws SQLException {
        return Sql.of("""
                        SELECT id, prefix, masklen(prefix) AS length FROM pool
                        WHERE partition_id = ? AND family(prefix) = ? ORDER BY prefix FOR NO KEY UPDATE""", partition, number(family))
                .list(
                        connection,
                        row -> new PoolRef(Rows.id(row, "id"), row.getString("prefix"), row.getInt("length")));
    }

    record PoolRef(UUID id, String prefix, int length) {}

    /** How many addresses are free, counted up to {@code most}; the pool is locked by the caller. */
    int freeUpTo(Connection connection, UUID pool, int most) throws SQLException {
        // A span of a large IPv6 pool has more addresses than a bigint can count.
        return Sql.of("""
                        SELECT least(?::bigint, coalesce(sum(
                          CASE WHEN hi - ?::bigint >= lo THEN ?::bigint ELSE (hi - lo) + 1 END), 0))::integer AS free
                        FROM pool_free WHERE pool_id = ?""", most, most, most, pool).single(connection, row -> row.getInt("free"));
    }

    /** Takes the lowest free ones. */
    List<IpAddress> claim(Connection connection, UUID pool, int count) throws SQLException {
        return Sql.of("SELECT ip FROM claim_addresses(?, ?) ip ORDER BY ip", pool, count)
                .list(connection, row -> IpAddress.parse(row.getString("ip")));
    }

    /** Takes this one; false when it is not free. */
    boolean claimOne(Connection connection, UUID pool, IpAddress ip) throws SQLException {
        return Sql.of("SELECT claim_address(?, ?::inet) AS taken", pool, ip)
                .single(connection, row -> row.getBoolean("taken"));
    }

    /** Of these nodes, those that get the address back that they had last in this pool. */
    Map<UUID, IpAddress> reclaim(Connection connection, UUID pool, List<UUID> nodes) throws SQLException {
        Map<UUID, IpAddress> reclaimed = new HashMap<>();
        if (!nodes.isEmpty()) {
            Sql.of("SELECT node, ip FROM reclaim_addresses(?, ?)", pool, nodes)
                    .list(connection, row -> reclaimed.put(Rows.id(row, "node"), IpAddress.parse(row.getString("ip"))));
        }
        return reclaimed;
    }

    record NewAddress(
            UUID id,
            IpAddress ip,
            @Nullable UUID node,
            @Nullable UUID interfaceId) {}

    record Owner(UUID tenant, UUID partition, UUID pool) {}

    /** What is said of a reservation. */
    record Said(String note, @Nullable Instant until) {
        static final Said NOTHING = new Said("", null);
    }

    void insert(Connection connection, Owner owner, Said said, List<NewAddress> addresses) throws SQLException {
        if (addresses.isEmpty()) {
            return;
        }
        Sql.of(
                        """
                        INSERT INTO address (id, tenant_id, partition_id, pool_id, ip, node_id, interface_id, note, reserved_until)
                        SELECT a.id, ?, ?, ?, a.ip, a.node_id, a.interface_id, ?, ?::timestamptz
                        FROM unnest(?::uuid[], ?::inet[], ?::uuid[], ?::uuid[]) a (id, ip, node_id, interface_id)""",
                        owner.tenant,
                        owner.partition,
                        owner.pool,
                        said.note,
                        said.until,
                        addresses.stream().map(NewAddress::id).toList(),
                        addresses.stream().map(NewAddress::ip).toList(),
                        column(addresses.stream().<@Nullable UUID>map(NewAddress::node)),
                        column(addresses.stream().<@Nullable UUID>map(NewAddress::interfaceId)))
                .update(connection);
    }

    /** {@code Stream.toList()} takes nulls, as SQL arrays do. */
    private static List<@Nullable UUID> column(java.util.stream.Stream<@Nullable UUID> values) {
        return values.toList();
    }

    record Kept(UUID address, UUID interfaceId, IpAddress ip, int length) {}

    /**
     * Gives each interface the lowest address of the family that is kept for its node, if there is one.
     *
     * @param interfaces by node
     */
    List<Kept> bindKept(Connection connection, UUID partition, IpFamily family, Map<UUID, UUID> interfaces)
            throws SQLException {
        List<UUID> nodes = List.copyOf(interfaces.keySet());
        return Sql.of("""
                        UPDATE address a SET interface_id = k.interface_id, version = a.version + 1
                        FROM (SELECT DISTINCT ON (b.node_id) b.id, h.interface_id
                              FROM address b JOIN unnest(?::uuid[], ?::uuid[]) h (node_id, interface_id)
                                ON h.node_id = b.node_id
                              WHERE b.partition_id = ? AND family(b.ip) = ? AND b.interface_id IS NULL
                                AND b.removed_at IS NULL
                              ORDER BY b.node_id, b.ip) k, pool p
                        WHERE a.id = k.id AND p.id = a.pool_id
                        RETURNING a.id, a.interface_id, a.ip, masklen(p.prefix) AS length""", nodes, nodes.stream().map(interfaces::get).toList(), partition, number(family))
                .list(
                        connection,
                        row -> new Kept(
                                Rows.id(row, "id"),
                                Rows.id(row, "interface_id"),
                                IpAddress.parse(row.getString("ip")),
                                row.getInt("length")));
    }

    void bind(Connection connection, UUID address, UUID interfaceId) throws SQLException {
        Sql.of("UPDATE address SET interface_id = ?, version = version + 1 WHERE id = ?", interfaceId, address)
                .update(connection);
    }

    /** Of these nodes, the interfaces in the partition that have no address of the family yet; by node. */
    Map<UUID, UUID> waiting(Connection connection, UUID partition, IpFamily family, List<UUID> nodes)
            throws SQLException {
        Map<UUID, UUID> waiting = new HashMap<>();
        Sql.of("""
                        SELECT DISTINCT ON (i.node_id) i.node_id, i.id
                        FROM interface i JOIN membership m ON m.id = i.membership_id
                        WHERE m.partition_id = ? AND m.removed_at IS NULL AND i.node_id = ANY (?::uuid[])
                          AND NOT EXISTS (SELECT FROM address a
                                          WHERE a.interface_id = i.id AND family(a.ip) = ? AND a.removed_at IS NULL)
                        ORDER BY i.node_id, i.id""", partition, nodes, number(family))
                .list(connection, row -> waiting.put(Rows.id(row, "node_id"), Rows.id(row, "id")));
        return waiting;
    }

    /** The nodes of the members that have no address of the family, by name. */
    List<NodeRef> withoutAddress(Connection connection, UUID partition, IpFamily family, int most) throws SQLException {
        return Sql.of("""
                        SELECT n.id, n.name
                        FROM membership m JOIN interface i ON i.membership_id = m.id JOIN node n ON n.id = i.node_id
                        WHERE m.partition_id = ? AND m.removed_at IS NULL
                          AND NOT EXISTS (SELECT FROM address a
                                          WHERE a.interface_id = i.id AND family(a.ip) = ? AND a.removed_at IS NULL)
                        GROUP BY n.id, n.name, n.name_key ORDER BY n.name_key LIMIT ?""", partition, number(family), most)
                .list(connection, row -> new NodeRef(Rows.id(row, "id"), row.getString("name")));
    }

    /** Answers whether it was not being released already. */
    boolean release(Connection connection, UUID address) throws SQLException {
        return Sql.of("""
                                UPDATE address SET removed_at = now(), version = version + 1
                                WHERE id = ? AND removed_at IS NULL""", address).update(connection) > 0;
    }

    private static int number(IpFamily family) {
        return family == IpFamily.IPV4 ? 4 : 6;
    }
}
