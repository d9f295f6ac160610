package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.PoolView.Excluded;
import dev.ibportal.portal.ipam.PoolView.Span;
import dev.ibportal.portal.ipam.core.AddressSet;
import dev.ibportal.portal.ipam.core.Exclusion;
import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRange;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of pools and of what belongs to them, as far as the connection may see them. */
@ApplicationScoped
class PoolSql {
    private static final Listing POOLS = Listing.of("""
                    p.id, p.tenant_id, x.name AS tenant_name, p.partition_id, t.name AS partition_name, t.pkey, p.name,
                    p.prefix, p.gateway, p.capacity, p.created_at, p.version,
                    (SELECT array_agg(r.id || ' ' || host(lower(r.span)) || ' - ' || host(upper(r.span)) ORDER BY r.span)
                     FROM pool_range r WHERE r.pool_id = p.id) AS ranges,
                    (SELECT array_agg(e.id || '|' || host(lower(e.span)) || ' - ' || host(upper(e.span)) || '|'
                       || coalesce(e.pattern, '') || '|' || e.reason ORDER BY e.span, e.id)
                     FROM pool_exclusion e WHERE e.pool_id = p.id) AS exclusions,
                    (SELECT count(*) FROM address a WHERE a.pool_id = p.id) AS used,
                    (SELECT count(*) FROM address a LEFT JOIN interface i ON i.id = a.interface_id
                       LEFT JOIN membership m ON m.id = i.membership_id
                     WHERE a.pool_id = p.id AND (a.removed_at IS NOT NULL OR m.removed_at IS NOT NULL)) AS releasing""", """
                    pool p JOIN partition t ON t.id = p.partition_id JOIN partition_status s ON s.partition_id = t.id
                      JOIN tenant x ON x.id = p.tenant_id""", "p.id")
            .by("prefix", "p.prefix", "cidr")
            .by("name", "p.name_key", "text")
            .by("pkey", "t.pkey", "integer")
            .by("createdAt", "p.created_at", "timestamptz");

    /** @param search part of a name, or an address or prefix that overlaps the pool's */
    Page<PoolView> page(Connection connection, @Nullable UUID partition, @Nullable String search, PageRequest request)
            throws SQLException {
        Where where = Where.of("s.state <> 'released'").andIf(partition, "p.partition_id = ?");
        SearchText.of(search).ifPresent(text -> text.narrow(where, "p.name_key", "p.prefix"));
        return POOLS.page(connection, where, request, PoolSql::view);
    }

    Optional<PoolView> find(Connection connection, UUID id) throws SQLException {
        return POOLS.all(connection, Where.of("p.id = ?", id), PoolSql::view).stream()
                .findFirst();
    }

    /**
     * A pool of this partition that overlaps the prefix.
     *
     * @param except the pool that is to get it; absent for a new one
     */
    Optional<String> overlapping(Connection connection, UUID partition, @Nullable UUID except, IpPrefix prefix)
            throws SQLException {
        return Sql.of("""
                        SELECT prefix FROM pool
                        WHERE partition_id = ? AND id IS DISTINCT FROM ?::uuid AND prefix && ?::cidr
                        ORDER BY prefix LIMIT 1""", partition, except, prefix).first(connection, row -> row.getString("prefix"));
    }

    /** How many interfaces have an address of the pool. */
    int interfaces(Connection connection, UUID pool) throws SQLException {
        return Sql.of(
                        "SELECT count(DISTINCT interface_id) AS n FROM address WHERE pool_id = ? AND interface_id IS NOT NULL",
                        pool)
                .single(connection, row -> row.getInt("n"));
    }

    /** A network in another partition, on a node of this one, that overlaps the prefix. */
    Optional<String> clash(Connection connection, UUID partition, IpPrefix prefix) throws SQLException {
        return Sql.of("""
                        SELECT n.name || ' has ' || o.prefix || ' in partition ' || t.name AS clash
                        FROM membership m JOIN node_prefix o ON o.node_id = m.node_id AND o.partition_id <> m.partition_id
                          JOIN node n ON n.id = o.node_id JOIN partition t ON t.id = o.partition_id
                        WHERE m.partition_id = ? AND m.removed_at IS NULL AND o.prefix && ?::cidr
                        ORDER BY n.name_key, o.prefix LIMIT 1""", partition, prefix).first(connection, row -> row.getString("clash"));
    }

    private static final String LOCKED = """
            SELECT p.id, p.tenant_id, p.partition_id, p.name, p.prefix, p.gateway, p.version,
              t.removed_at IS NOT NULL AS ending
            FROM pool p JOIN partition t ON t.id = p.partition_id WHERE p.id = ?""";

    /** Locks the pool's row, as all that hands out or takes back addresses does; empty when there is none to be seen. */
    Optional<Locked> lock(Connection connection, UUID id) throws SQLException {
        return Sql.of(LOCKED + " FOR NO KEY UPDATE OF p", id).first(connection, PoolSql::locked);
    }

    /** The same without the lock, for what only looks. */
    Optional<Locked> look(Connection connection, UUID id) throws SQLException {
        return Sql.of(LOCKED, id).first(connection, PoolSql::locked);
    }

    private static Locked locked(ResultSet row) throws SQLException {
        return new Locked(
                Rows.id(row, "id"),
                Rows.id(row, "tenant_id"),
                Rows.id(row, "partition_id"),
                row.getString("name"),
                IpPrefix.parse(row.getString("prefix")),
                address(row, "gateway"),
                row.getInt("version"),
                row.getBoolean("ending"));
    }

    /** @param ending whether its partition is being removed */
    record Locked(
            UUID id,
            UUID tenant,
            UUID partition,
            String name,
            IpPrefix prefix,
            @Nullable IpAddress gateway,
            int version,
            boolean ending) {}

    PoolPlan plan(Connection connection, Locked pool) throws SQLException {
        return new PoolPlan(
                pool.prefix,
                pool.gateway,
                spans(
                        connection,
                        "SELECT lower(span) AS lo, upper(span) AS hi FROM pool_range WHERE pool_id = ?",
                        pool),
                spans(
                        connection,
                        "SELECT lower(span) AS lo, upper(span) AS hi FROM pool_exclusion WHERE pool_id = ?",
                        pool));
    }

    private static List<IpRange> spans(Connection connection, String sql, Locked pool) throws SQLException {
        return Sql.of(sql, pool.id)
                .list(
                        connection,
                        row -> new IpRange(IpAddress.parse(row.getString("lo")), IpAddress.parse(row.getString("hi"))));
    }

    List<IpAddress> taken(Connection connection, UUID pool) throws SQLException {
        return Sql.of("SELECT ip FROM address WHERE pool_id = ? ORDER BY ip", pool)
                .list(connection, row -> IpAddress.parse(row.getString("ip")));
    }

    /** Replaces what is free. */
    void writeFree(Connection connection, UUID tenant, UUID pool, AddressSet free) throws SQLException {
        Sql.of("DELETE FROM pool_free WHERE pool_id = ?", pool).update(connection);
        Sql.of(
                        """
                        INSERT INTO pool_free (pool_id, tenant_id, lo, hi)
                        SELECT ?, ?, s.lo, s.hi FROM unnest(?::inet[], ?::inet[]) s (lo, hi)""",
                        pool,
                        tenant,
                        free.spans().stream().map(IpRange::first).toList(),
                        free.spans().stream().map(IpRange::last).toList())
                .update(connection);
    }

    void write(Connection connection, UUID pool, DisplayName name, PoolParts parts) throws SQLException {
        Sql.of("""
                        UPDATE pool SET name = ?, name_key = ?, gateway = ?::inet, capacity = ?, version = version + 1
                        WHERE id = ?""", name, name.key(), parts.gatewayText(), parts.plan().capacity(), pool)
                .update(connection);
    }

    /** How many members of the partition have no address of the pool's family. */
    int waiting(Connection connection, UUID pool) throws SQLException {
        return Sql.of("""
                        SELECT count(*) AS waiting
                        FROM pool p JOIN membership m ON m.partition_id = p.partition_id AND m.removed_at IS NULL
                          JOIN interface i ON i.membership_id = m.id
                        WHERE p.id = ? AND NOT EXISTS (SELECT FROM address a
                          WHERE a.interface_id = i.id AND family(a.ip) = family(p.prefix) AND a.removed_at IS NULL)""", pool).single(connection, row -> row.getInt("waiting"));
    }

    void writePrefix(Connection connection, UUID pool, PoolPlan plan) throws SQLException {
        Sql.of(
                        "UPDATE pool SET prefix = ?::cidr, gateway = ?::inet, capacity = ?, version = version + 1 WHERE id = ?",
                        plan.prefix(),
                        plan.gateway(),
                        plan.capacity(),
                        pool)
                .update(connection);
    }

    void writeCapacity(Connection connection, UUID pool, BigInteger capacity) throws SQLException {
        Sql.of("UPDATE pool SET capacity = ?, version = version + 1 WHERE id = ?", capacity, pool)
                .update(connection);
    }

    void delete(Connection connection, UUID pool) throws SQLException {
        Sql.of("DELETE FROM pool WHERE id = ?", pool).update(connection);
    }

    private static @Nullable IpAddress address(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : IpAddress.parse(text);
    }

    private static PoolView view(ResultSet row) throws SQLException {
        BigInteger capacity = row.getBigDecimal("capacity").toBigIntegerExact();
        long used = row.getLong("used");
        IpAddress gateway = address(row, "gateway");
        return new PoolView(
                Rows.id(row, "id"),
                new Ref(Rows.id(row, "tenant_id"), row.getString("tenant_name")),
                new Ref(Rows.id(row, "partition_id"), row.getString("partition_name")),
                new PKey(row.getInt("pkey")).toString(),
                row.getString("name"),
                IpPrefix.parse(row.getString("prefix")).toString(),
                gateway == null ? null : gateway.toString(),
                viewSpans(Rows.strings(row, "ranges")),
                viewExclusions(Rows.strings(row, "exclusions")),
                capacity,
                used,
                row.getLong("releasing"),
                capacity.subtract(BigInteger.valueOf(used)),
                null,
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }

    /** Each text is an id, a blank, and the two ends. */
    private static List<Span> viewSpans(List<String> texts) {
        List<Span> spans = new ArrayList<>();
        for (String text : texts) {
            int blank = text.indexOf(' ');
            spans.add(new Span(
                    UUID.fromString(text.substring(0, blank)),
                    IpRange.parse(text.substring(blank + 1)).toString()));
        }
        return spans;
    }

    /** Each text is an id, the two ends, the pattern and the reason. */
    private static List<Excluded> viewExclusions(List<String> texts) {
        List<Excluded> excluded = new ArrayList<>();
        for (String text : texts) {
            String[] parts = text.split("\\|", 4);
            String pattern = parts[2].isEmpty() ? null : parts[2];
            Exclusion exclusion = new Exclusion(IpRange.parse(parts[1]), pattern, parts[3]);
            excluded.add(new Excluded(
                    UUID.fromString(parts[0]),
                    exclusion.span().toString(),
                    pattern,
                    exclusion.reason(),
                    exclusion.toString()));
        }
        return excluded;
    }
}
