package dev.ibportal.portal.session.spec;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.session.core.HostWishes;
import dev.ibportal.portal.session.core.SpecAssembler;
import dev.ibportal.portal.session.live.LivePages.Member;
import dev.ibportal.types.IpRoute;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Specs of many nodes at once, in the caller's transaction. */
@Singleton
class SpecSql {
    /** A node's spec as it was sent last. */
    record Sent(long generation, @Nullable String digest) {}

    /** A new generation of a node's spec. */
    record Fresh(UUID node, long generation, String digest) {}

    /** An item as it stands in a spec. */
    record Item(UUID interfaceId, long generation, String digest, String kind, String reason) {}

    /** Nodes that something was changed for; of those that are online on another portal none. */
    Set<UUID> takeChanged(Connection connection, Collection<UUID> here, int limit) throws SQLException {
        return new HashSet<>(Sql.of("""
                        DELETE FROM node_change WHERE id IN (
                          SELECT c.id FROM node_change c JOIN node_status s ON s.node_id = c.node_id
                          WHERE s.state <> 'online' OR c.node_id = ANY (?::uuid[])
                          ORDER BY c.id LIMIT ? FOR UPDATE OF c SKIP LOCKED)
                        RETURNING node_id""", List.copyOf(here), limit).list(connection, row -> Rows.id(row, "node_id")));
    }

    /** Locks the specs, so that nothing else decides about these nodes meanwhile. */
    Map<UUID, Sent> lock(Connection connection, Collection<UUID> nodes) throws SQLException {
        Map<UUID, Sent> sent = new HashMap<>();
        Sql.of("""
                        SELECT node_id, generation, encode(digest, 'hex') AS digest FROM node_spec
                        WHERE node_id = ANY (?::uuid[]) ORDER BY node_id FOR UPDATE""", List.copyOf(nodes))
                .list(
                        connection,
                        row -> sent.put(
                                Rows.id(row, "node_id"), new Sent(row.getLong("generation"), row.getString("digest"))));
        return sent;
    }

    Map<UUID, List<SpecAssembler.Interface>> interfaces(Connection connection, Collection<UUID> nodes)
            throws SQLException {
        Map<UUID, List<SpecAssembler.Address>> addresses = addresses(connection, nodes);
        Map<UUID, List<SpecAssembler.Interface>> all = new HashMap<>();
        Sql.of("""
                        SELECT i.id, i.node_id, i.kind, i.route_table, m.adopted, s.sent_generation IS NOT NULL AS ever_sent, a.id AS ledger,
                          ms.state = 'effective' AS effective, p.ipoib, p.pkey, o.guid,
                          coalesce(m.mode, p.mode) AS mode,
                          -- a datagram member of a connected partition does not inherit what its mode cannot have
                          CASE WHEN m.ip_mtu IS NULL AND coalesce(m.mode, p.mode) = 'datagram' AND p.ip_mtu > p.ib_mtu - 4
                            THEN NULL ELSE coalesce(m.ip_mtu, p.ip_mtu) END AS mtu,
                          h.partition_id IS NOT NULL AS host_said, h.source_routing, h.dns_servers, h.dns_search, h.profile,
                          (SELECT array_agg(r.destination || coalesce(' via ' || host(r.via), '')
                             || CASE r.metric WHEN 0 THEN '' ELSE ' metric ' || r.metric END ORDER BY r.destination, r.metric)
                           FROM partition_route r WHERE r.partition_id = p.id) AS routes,
                          CASE WHEN ps.port_id IS NOT NULL THEN ps.present
                            WHEN v.node_id IS NULL THEN NULL
                            ELSE v.report @> jsonb_build_object('hcas', jsonb_build_array(jsonb_build_object('ports',
                              jsonb_build_array(jsonb_build_object('guid', o.guid::text))))) END AS port_present
                        FROM interface i
                          JOIN interface_status s ON s.interface_id = i.id
                          JOIN membership m ON m.id = i.membership_id
                          JOIN membership_status ms ON ms.membership_id = m.id
                          JOIN partition p ON p.id = m.partition_id
                          JOIN port o ON o.id = m.port_id
                          LEFT JOIN partition_host h ON h.partition_id = p.id
                          LEFT JOIN port_status ps ON ps.port_id = o.id
                          LEFT JOIN node_inventory v ON v.node_id = i.node_id
                          LEFT JOIN absence a ON a.membership_id = m.id AND a.kind = 'membership'
                        WHERE i.node_id = ANY (?::uuid[]) AND s.state <> 'absent' ORDER BY i.node_id, i.id""", List.copyOf(nodes))
                .list(
                        connection,
                        row -> all.computeIfAbsent(Rows.id(row, "node_id"), node -> new ArrayList<>())
                                .add(read(row, addresses)));
        return all;
    }

    /** Interfaces on these nodes whose drift is only to be reported. */
    Set<UUID> reportOnly(Connection connection, Collection<UUID> nodes) throws SQLException {
        return new HashSet<>(Sql.of("""
                        SELECT i.id FROM interface i JOIN node n ON n.id = i.node_id JOIN tenant t ON t.id = i.tenant_id
                        WHERE i.node_id = ANY (?::uuid[]) AND coalesce(n.drift_policy, t.drift_policy) = 'report_only'""", List.copyOf(nodes)).list(connection, row -> Rows.id(row, "id")));
    }

    private static SpecAssembler.Interface read(ResultSet row, Map<UUID, List<SpecAssembler.Address>> addresses)
            throws SQLException {
        UUID id = Rows.id(row, "id");
        return new SpecAssembler.Interface(
                id,
                row.getObject("ledger", Long.class),
                row.getBoolean("ever_sent"),
                row.getBoolean("effective"),
                row.getBoolean("ipoib"),
                row.getString("guid"),
                Rows.booleanOrNull(row, "port_present"),
                new PKey(row.getInt("pkey")),
                IpoibMode.parse(row.getString("mode")),
                Rows.intOrNull(row, "mtu"),
                addresses.getOrDefault(id, List.of()),
                row.getString("kind").equals("parent"),
                row.getBoolean("adopted"),
                host(row));
    }

    private static @Nullable HostWishes host(ResultSet row) throws SQLException {
        return row.getBoolean("host_said")
                ? new HostWishes(
                        Rows.strings(row, "routes").stream().map(IpRoute::parse).toList(),
                        row.getBoolean("source_routing") ? row.getInt("route_table") : null,
                        Rows.strings(row, "dns_servers"),
                        Rows.strings(row, "dns_search"),
                        row.getString("profile").equals("ipoib"))
                : null;
    }

    private static Map<UUID, List<SpecAssembler.Address>> addresses(Connection connection, Collection<UUID> nodes)
            throws SQLException {
        Map<UUID, List<SpecAssembler.Address>> all = new HashMap<>();
        Sql.of("""
                        SELECT a.interface_id, host(a.ip) || '/' || masklen(p.prefix) AS cidr, b.id AS ledger, a.ip
                        FROM address a JOIN pool p ON p.id = a.pool_id
                          LEFT JOIN absence b ON b.address_id = a.id AND b.closed_at IS NULL
                        WHERE a.node_id = ANY (?::uuid[]) AND a.interface_id IS NOT NULL
                        UNION ALL
                        -- released while the node was dead; it may still have them
                        SELECT b.interface_id, b.cidrs[1], b.id, b.ip FROM absence b
                        WHERE b.node_id = ANY (?::uuid[]) AND b.kind = 'address' AND b.closed_at IS NOT NULL
                          AND b.declared_at IS NOT NULL AND b.made_absent_at IS NULL AND cardinality(b.cidrs) = 1
                          AND NOT EXISTS (SELECT FROM address a WHERE a.interface_id = b.interface_id AND a.ip = b.ip)
                        ORDER BY interface_id, ip""", List.copyOf(nodes), List.copyOf(nodes))
                .list(
                        connection,
                        row -> all.computeIfAbsent(Rows.id(row, "interface_id"), of -> new ArrayList<>())
                                .add(new SpecAssembler.Address(
                                        row.getString("cidr"), row.getObject("ledger", Long.class))));
        return all;
    }

    /** Interfaces that were released while their node was dead, by node: it may still have them. */
    Map<UUID, List<SpecAssembler.Owed>> owed(Connection connection, Collection<UUID> nodes) throws SQLException {
        Map<UUID, List<SpecAssembler.Owed>> all = new HashMap<>();
        Sql.of("""
                        SELECT b.node_id, b.interface_id, b.id, b.port_guid, b.pkey, b.cidrs,
                          coalesce(i.kind = 'parent', false) AS parent
                        FROM absence b LEFT JOIN interface_status s ON s.interface_id = b.interface_id
                          LEFT JOIN interface i ON i.id = b.interface_id
                        WHERE b.node_id = ANY (?::uuid[]) AND b.kind = 'membership' AND b.closed_at IS NOT NULL
                          AND b.declared_at IS NOT NULL AND b.made_absent_at IS NULL
                          AND (s.interface_id IS NULL OR s.sent_generation IS NOT NULL)
                        ORDER BY b.node_id, b.id""", List.copyOf(nodes))
                .list(
                        connection,
                        row -> all.computeIfAbsent(Rows.id(row, "node_id"), node -> new ArrayList<>())
                                .add(new SpecAssembler.Owed(
                                        Rows.id(row, "interface_id"),
                                        row.getLong("id"),
                                        row.getString("port_guid"),
                                        new PKey(row.getInt("pkey")),
                                        row.getBoolean("parent"),
                                        List.of((String[]) row.getArray("cidrs").getArray()))));
        return all;
    }

    /** These were never told to any node, so the node's side is proven by our own record. */
    void closeNeverSent(Connection connection, List<Long> ledger) throws SQLException {
        Sql.of("""
                        UPDATE absence SET node_absent_at = now()
                        WHERE id = ANY (?::bigint[]) AND node_absent_at IS NULL""", ledger).update(connection);
        Sql.of("SELECT close_absences(?::bigint[])", ledger).exists(connection);
        Sql.of("""
                        SELECT wake_fabric(f.fabric_id) FROM (
                          SELECT DISTINCT fabric_id FROM absence WHERE id = ANY (?::bigint[])) f""", ledger).exists(connection);
    }

    void save(Connection connection, List<Fresh> specs) throws SQLException {
        Sql.of(
                        """
                        UPDATE node_spec s SET generation = u.generation, digest = decode(u.digest, 'hex'), built_at = now()
                        FROM unnest(?::uuid[], ?::bigint[], ?::text[]) u (node_id, generation, digest)
                        WHERE s.node_id = u.node_id""",
                        specs.stream().map(Fresh::node).toList(),
                        specs.stream().map(Fresh::generation).toList(),
                        specs.stream().map(Fresh::digest).toList())
                .update(connection);
    }

    /** Interfaces whose item is another than before are no longer what was seen last. */
    List<Member> saveItems(Connection connection, List<Item> items) throws SQLException {
        return Sql.of(
                        """
                        WITH written AS (UPDATE interface_status s SET item_digest = decode(u.digest, 'hex'), item_generation = u.generation,
                          sent_generation = coalesce(s.sent_generation, CASE WHEN u.kind = 'present' THEN u.generation END),
                          state = CASE WHEN s.state = 'leaving' OR u.kind = 'absent' THEN 'leaving'
                            WHEN u.kind = 'held' THEN 'held' ELSE 'applying' END,
                          since = CASE WHEN s.state = 'leaving' THEN s.since ELSE now() END,
                          cause = CASE u.kind WHEN 'held' THEN 'port.missing' ELSE '' END,
                          reason = CASE WHEN s.state = 'leaving' THEN s.reason ELSE u.reason END
                        FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::text[])
                          u (id, generation, digest, kind, reason)
                        WHERE s.interface_id = u.id AND s.state <> 'absent' AND s.item_digest IS DISTINCT FROM decode(u.digest, 'hex')
                        RETURNING s.interface_id)
                        SELECT DISTINCT m.partition_id, m.node_id, m.tenant_id FROM written w
                          JOIN interface i ON i.id = w.interface_id JOIN membership m ON m.id = i.membership_id""",
                        items.stream().map(Item::interfaceId).toList(),
                        items.stream().map(Item::generation).toList(),
                        items.stream().map(Item::digest).toList(),
                        items.stream().map(Item::kind).toList(),
                        items.stream().map(Item::reason).toList())
                .list(connection, Member::read);
    }
}
