package dev.ibportal.portal.ipam;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of addresses, read. */
@ApplicationScoped
class AddressSql {
    private static final Listing ADDRESSES = Listing.of("""
                    a.id, a.ip, masklen(p.prefix) AS length, a.tenant_id, x.name AS tenant_name, a.partition_id,
                    t.name AS partition_name, t.pkey, a.pool_id, p.name AS pool_name, a.node_id, n.name AS node_name,
                    ns.state AS node_state, a.interface_id, i.membership_id, a.note, a.created_at, a.version,
                    coalesce(a.removed_at, m.removed_at) AS removed_at, a.reserved_until""", """
                    address a JOIN pool p ON p.id = a.pool_id JOIN partition t ON t.id = a.partition_id
                      JOIN tenant x ON x.id = a.tenant_id
                      LEFT JOIN node n ON n.id = a.node_id LEFT JOIN node_status ns ON ns.node_id = a.node_id
                      LEFT JOIN interface i ON i.id = a.interface_id
                      LEFT JOIN membership m ON m.id = i.membership_id""", "a.id")
            .narrowFirst("address a")
            .by("ip", "a.ip", "inet")
            .by("createdAt", "a.created_at", "timestamptz")
            .byJoined("node", "coalesce(n.name_key, '')", "text");

    Page<AddressView> page(Connection connection, @Nullable UUID pool, @Nullable String search, PageRequest request)
            throws SQLException {
        Where where = Where.all().andIf(pool, "a.pool_id = ?");
        SearchText.of(search).ifPresent(text -> text.narrow(where, "coalesce(n.name_key, '')", "a.ip"));
        return ADDRESSES.page(connection, where, request, AddressSql::view);
    }

    Optional<AddressView> find(Connection connection, UUID id) throws SQLException {
        return find(connection, List.of(id)).stream().findFirst();
    }

    List<AddressView> find(Connection connection, List<UUID> ids) throws SQLException {
        return ADDRESSES.all(connection, Where.ofIds("a.id", ids), AddressSql::view);
    }

    /** Who has this address of a pool. */
    Optional<AddressView> holding(Connection connection, UUID pool, IpAddress ip) throws SQLException {
        return ADDRESSES
                .all(connection, Where.of("a.pool_id = ? AND a.ip = ?::inet", pool, ip), AddressSql::view)
                .stream()
                .findFirst();
    }

    /** Who has these addresses of a pool, in their order. */
    List<AddressView> holding(Connection connection, UUID pool, List<IpAddress> ips) throws SQLException {
        return ADDRESSES
                .all(connection, Where.of("a.pool_id = ? AND a.ip = ANY (?::inet[])", pool, ips), AddressSql::view)
                .stream()
                .sorted(Comparator.comparing(view -> IpAddress.parse(view.ip())))
                .toList();
    }

    /** What is taken in this part of a pool. */
    List<AddressView> within(Connection connection, UUID pool, IpPrefix block) throws SQLException {
        Where where = Where.of(
                "a.pool_id = ? AND a.ip BETWEEN ?::inet AND ?::inet", pool, block.address(), block.lastAddress());
        return ADDRESSES.all(connection, where, AddressSql::view);
    }

    /** The lowest addresses of these pools that are being released. */
    List<AddressView> releasing(Connection connection, List<UUID> pools, int limit) throws SQLException {
        Where where = Where.of("a.pool_id = ANY (?)", pools)
                .andJoined("a.removed_at IS NOT NULL OR m.removed_at IS NOT NULL");
        return ADDRESSES
                .page(connection, where, PageRequest.first(limit), AddressSql::view)
                .items();
    }

    record Counts(java.math.BigInteger capacity, long used, long releasing) {}

    Counts counts(Connection connection, List<UUID> pools) throws SQLException {
        return Sql.of("""
                        SELECT (SELECT sum(capacity) FROM pool WHERE id = ANY (?)) AS capacity, count(*) AS used,
                          count(*) FILTER (WHERE a.removed_at IS NOT NULL OR m.removed_at IS NOT NULL) AS releasing
                        FROM address a LEFT JOIN interface i ON i.id = a.interface_id
                          LEFT JOIN membership m ON m.id = i.membership_id
                        WHERE a.pool_id = ANY (?)""", pools, pools)
                .single(
                        connection,
                        row -> new Counts(
                                row.getBigDecimal("capacity").toBigInteger(),
                                row.getLong("used"),
                                row.getLong("releasing")));
    }

    private static AddressView view(ResultSet row) throws SQLException {
        InterfaceAddress address = new InterfaceAddress(IpAddress.parse(row.getString("ip")), row.getInt("length"));
        UUID node = Rows.idOrNull(row, "node_id");
        UUID held = Rows.idOrNull(row, "interface_id");
        Instant removedAt = Rows.instantOrNull(row, "removed_at");
        return new AddressView(
                Rows.id(row, "id"),
                address.address().toString(),
                address.toString(),
                new Ref(Rows.id(row, "tenant_id"), row.getString("tenant_name")),
                new Ref(Rows.id(row, "partition_id"), row.getString("partition_name")),
                new PKey(row.getInt("pkey")).toString(),
                new Ref(Rows.id(row, "pool_id"), row.getString("pool_name")),
                node == null ? null : new Ref(node, row.getString("node_name")),
                held,
                Rows.idOrNull(row, "membership_id"),
                removedAt != null ? "releasing" : held != null ? "in-use" : "reserved",
                removedAt == null ? "" : held(row.getString("node_name"), row.getString("node_state")),
                row.getString("note"),
                held == null ? Rows.instantOrNull(row, "reserved_until") : null,
                removedAt,
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }

    private static String held(@Nullable String node, @Nullable String state) {
        return switch (String.valueOf(state)) {
            case "online" -> "being released by " + node;
            case "invited" -> "still held for " + node + ", which has never reported";
            default -> "still held by " + state + " " + node;
        };
    }
}
