package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.MemberView.Address;
import dev.ibportal.portal.partition.MemberView.Fabric;
import dev.ibportal.portal.partition.MemberView.Interface;
import dev.ibportal.portal.partition.MemberView.Node;
import dev.ibportal.portal.partition.MemberView.Port;
import dev.ibportal.portal.partition.core.InterfaceSettings;
import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads members with all that is known of them, as far as the connection may see it. */
@ApplicationScoped
class MemberViewSql {
    private static final Listing MEMBERS = Listing.of("""
                    m.id, m.partition_id, t.name AS partition_name, t.pkey, t.ib_mtu, t.mode AS partition_mode,
                    t.ip_mtu AS partition_mtu, m.membership, m.index0, m.mode AS own_mode, m.ip_mtu AS own_mtu, m.removed_at,
                    m.created_at, m.version, m.port_id, p.guid, m.node_id, n.name AS node_name, ns.state AS node_state,
                    ns.reason AS node_reason, seen_of_shared(ns.last_seen_at, 'minute') AS last_seen_at, fs.state AS fabric_state, fs.since AS fabric_since,
                    fs.reason AS fabric_reason, fs.seen_at AS fabric_seen_at, fs.found, i.id AS interface_id,
                    s.state, s.since, s.cause, s.reason, s.seen_at, s.name, s.mode, s.mtu, s.carrier, s.addresses, s.links,
                    (SELECT array_agg(a.id || ' ' || host(a.ip) || '/' || masklen(q.prefix) || ' '
                       || CASE WHEN coalesce(a.removed_at, m.removed_at) IS NULL THEN 'in-use' ELSE 'releasing' END
                       ORDER BY a.ip)
                     FROM address a JOIN pool q ON q.id = a.pool_id WHERE a.interface_id = i.id) AS held""", """
                    membership m JOIN membership_status fs ON fs.membership_id = m.id
                      JOIN partition t ON t.id = m.partition_id JOIN port p ON p.id = m.port_id
                      JOIN node n ON n.id = m.node_id JOIN node_status ns ON ns.node_id = n.id
                      JOIN interface i ON i.membership_id = m.id JOIN interface_status s ON s.interface_id = i.id""", "m.id")
            .by("node", "n.name_key", "text")
            .by("state", "s.state", "text")
            .by("createdAt", "m.created_at", "timestamptz");

    Page<MemberView> page(Connection connection, UUID partition, PageRequest request) throws SQLException {
        Where where = Where.of("m.partition_id = ?", partition).and("fs.state <> 'absent'");
        return MEMBERS.page(connection, where, request, MemberViewSql::view);
    }

    Optional<MemberView> find(Connection connection, UUID partition, UUID id) throws SQLException {
        return MEMBERS
                .all(connection, Where.of("m.id = ? AND m.partition_id = ?", id, partition), MemberViewSql::view)
                .stream()
                .findFirst();
    }

    List<MemberView> find(Connection connection, List<UUID> ids) throws SQLException {
        return MEMBERS.all(connection, Where.ofIds("m.id", ids), MemberViewSql::view);
    }

    private static MemberView view(ResultSet row) throws SQLException {
        IpoibMode ownMode = mode(row, "own_mode");
        IpMtu ownMtu = mtu(row, "own_mtu");
        InterfaceSettings wanted = new InterfaceSettings(
                        IbMtu.ofBytes(row.getInt("ib_mtu")),
                        IpoibMode.parse(row.getString("partition_mode")),
                        mtu(row, "partition_mtu"))
                .forMember(ownMode, ownMtu);
        return new MemberView(
                Rows.id(row, "id"),
                new Ref(Rows.id(row, "partition_id"), row.getString("partition_name")),
                new PKey(row.getInt("pkey")).toString(),
                row.getString("membership"),
                row.getBoolean("index0"),
                ownMode == null ? null : ownMode.text(),
                ownMtu == null ? null : ownMtu.bytes(),
                wanted.mode().text(),
                wanted.effectiveMtu().bytes(),
                new Port(Rows.id(row, "port_id"), row.getString("guid")),
                node(row),
                fabric(row),
                iface(row),
                Rows.strings(row, "held").stream().map(MemberViewSql::address).toList(),
                Rows.instantOrNull(row, "removed_at"),
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }

    private static @Nullable IpoibMode mode(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        return text == null ? null : IpoibMode.parse(text);
    }

    private static @Nullable IpMtu mtu(ResultSet row, String column) throws SQLException {
        Integer bytes = Rows.intOrNull(row, column);
        return bytes == null ? null : new IpMtu(bytes);
    }

    private static Node node(ResultSet row) throws SQLException {
        return new Node(
                Rows.id(row, "node_id"),
                row.getString("node_name"),
                row.getString("node_state"),
                row.getString("node_reason"),
                Rows.instantOrNull(row, "last_seen_at"));
    }

    private static Fabric fabric(ResultSet row) throws SQLException {
        return new Fabric(
                row.getString("fabric_state"),
                Rows.instant(row, "fabric_since"),
                row.getString("fabric_reason"),
                Rows.instantOrNull(row, "fabric_seen_at"),
                row.getString("found"));
    }

    private static Interface iface(ResultSet row) throws SQLException {
        return new Interface(
                Rows.id(row, "interface_id"),
                row.getString("state"),
                Rows.instant(row, "since"),
                row.getString("cause"),
                row.getString("reason"),
                Rows.instantOrNull(row, "seen_at"),
                row.getString("name"),
                row.getString("mode"),
                Rows.intOrNull(row, "mtu"),
                Rows.booleanOrNull(row, "carrier"),
                Rows.strings(row, "addresses"),
                row.getString("links"));
    }

    /** Id, address with prefix length, state. */
    private static Address address(String text) {
        String[] parts = text.split(" ", 3);
        InterfaceAddress value = InterfaceAddress.parse(parts[1]);
        return new Address(UUID.fromString(parts[0]), value.address().toString(), value.toString(), parts[2]);
    }
}
