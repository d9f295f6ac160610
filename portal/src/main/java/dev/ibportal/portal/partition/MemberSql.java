package dev.ibportal.portal.partition;

import dev.ibportal.portal.ipam.AddressAllocator.Holder;
import dev.ibportal.portal.partition.core.InterfaceSettings;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Makes memberships, in sets: the number of statements does not depend on how many there are. */
@ApplicationScoped
class MemberSql {
    /** The partition that gets members, kept from being removed until the transaction ends. */
    record Target(
            UUID id,
            UUID tenant,
            UUID fabric,
            String fabricName,
            PKey pkey,
            String name,
            boolean removed,
            InterfaceSettings settings) {}

    Optional<Target> target(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT t.id, t.tenant_id, t.fabric_id, f.name AS fabric_name, t.pkey, t.name,
                          t.removed_at IS NOT NULL AS removed, t.ib_mtu, t.mode, t.ip_mtu
                        FROM partition t JOIN fabric f ON f.id = t.fabric_id WHERE t.id = ? FOR SHARE OF t""", partition).first(connection, row -> {
            Integer mtu = Rows.intOrNull(row, "ip_mtu");
            return new Target(
                    Rows.id(row, "id"),
                    Rows.id(row, "tenant_id"),
                    Rows.id(row, "fabric_id"),
                    row.getString("fabric_name"),
                    new PKey(row.getInt("pkey")),
                    row.getString("name"),
                    row.getBoolean("removed"),
                    new InterfaceSettings(
                            IbMtu.ofBytes(row.getInt("ib_mtu")),
                            IpoibMode.parse(row.getString("mode")),
                            mtu == null ? null : new IpMtu(mtu)));
        });
    }

    record Present(String node, String guid, String state) {}

    /** Which of these ports are in the partition already, or still. */
    List<Present> present(Connection connection, UUID partition, List<UUID> ports) throws SQLException {
        return Sql.of("""
                        SELECT n.name, p.guid, s.state
                        FROM membership_status s JOIN membership m ON m.id = s.membership_id
                          JOIN node n ON n.id = m.node_id JOIN port p ON p.id = m.port_id
                        WHERE s.partition_id = ? AND s.port_id = ANY (?) AND s.state <> 'absent'
                        ORDER BY n.name_key, p.guid""", partition, ports)
                .list(
                        connection,
                        row -> new Present(row.getString("name"), row.getString("guid"), row.getString("state")));
    }

    /** Why no member of this fabric can have its key at index 0; empty: it can. */
    Optional<String> index0Obstacle(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("SELECT index0_obstacle(?) AS obstacle", fabric)
                .single(connection, row -> Optional.ofNullable(row.getString("obstacle")));
    }

    /** Whether one of these nodes is also somebody else's. */
    boolean anyShared(Connection connection, List<UUID> nodes) throws SQLException {
        return Sql.of("SELECT any_shared(?) AS shared", nodes).single(connection, row -> row.getBoolean("shared"));
    }

    record NewMember(UUID id, UUID node, UUID port) {}

    List<String> guids(Connection connection, List<UUID> ports) throws SQLException {
        return Sql.of("SELECT guid FROM port WHERE id = ANY (?)", ports).list(connection, row -> row.getString("guid"));
    }

    /** In the order of the ports, so that no two such statements wait for each other. */
    void insert(Connection connection, Target target, MemberWish wish, List<NewMember> members) throws SQLException {
        IpoibMode mode = wish.mode();
        IpMtu mtu = wish.mtu();
        Sql.of(
                        """
                        INSERT INTO membership (id, tenant_id, partition_id, fabric_id, node_id, port_id, membership, mode,
                          ip_mtu, index0, adopted)
                        SELECT m.id, ?, ?, ?, m.node_id, m.port_id, ?, ?, ?::integer, ?, ?
                        FROM unnest(?::uuid[], ?::uuid[], ?::uuid[]) m (id, node_id, port_id) ORDER BY m.port_id""",
                        target.tenant,
                        target.id,
                        target.fabric,
                        wish.membership().text(),
                        mode == null ? null : mode.text(),
                        mtu == null ? null : mtu.bytes(),
                        wish.index0(),
                        wish.adopted(),
                        members.stream().map(NewMember::id).toList(),
                        members.stream().map(NewMember::node).toList(),
                        members.stream().map(NewMember::port).toList())
                .update(connection);
    }

    /** The interfaces that the database made for these memberships, in the order of the nodes' names. */
    List<Holder> holders(Connection connection, List<UUID> memberships) throws SQLException {
        return Sql.of("""
                        SELECT i.id, i.node_id FROM interface i JOIN node n ON n.id = i.node_id
                        WHERE i.membership_id = ANY (?) ORDER BY n.name_key, i.id""", memberships)
                .list(connection, row -> new Holder(Rows.id(row, "id"), Rows.id(row, "node_id")));
    }

    /**
     * How many members are full and how many limited, those not counted that are leaving.
     *
     * @param waiting removals that wait for somebody to approve them, by member; of the whole partition by its own id
     */
    record Mix(int full, int limited, Map<UUID, UUID> waiting) {
        Mix {
            waiting = Map.copyOf(waiting);
        }
    }

    /**
     * Whether nobody is full any more where removals need a second person. Waits for others who make members limited, so that
     * of two who make each other's the last one the second is refused.
     */
    boolean isolatedByOne(Connection connection, UUID partition) throws SQLException {
        boolean approved = Sql.of("""
                        SELECT FROM fabric f JOIN partition p ON p.fabric_id = f.id WHERE p.id = ? AND f.removal_approval""", partition).exists(connection);
        if (!approved) {
            return false;
        }
        Sql.of("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", "limited " + partition)
                .exists(connection);
        Mix mix = mix(connection, partition);
        return mix.full() == 0 && mix.limited() > 1;
    }

    Mix mix(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT count(*) FILTER (WHERE membership = 'full') AS full_members,
                          count(*) FILTER (WHERE membership = 'limited') AS limited_members,
                          (SELECT array_agg(coalesce(r.membership_id, r.partition_id) || ' ' || r.id) FROM removal_request r
                            WHERE r.partition_id = ? AND r.state = 'waiting' AND r.expires_at >= now()) AS waiting
                        FROM membership WHERE partition_id = ? AND removed_at IS NULL""", partition, partition)
                .single(
                        connection,
                        row -> new Mix(
                                row.getInt("full_members"),
                                row.getInt("limited_members"),
                                waiting(Rows.strings(row, "waiting"))));
    }

    private static Map<UUID, UUID> waiting(List<String> pairs) {
        Map<UUID, UUID> waiting = new HashMap<>();
        for (String pair : pairs) {
            String[] ids = pair.split(" ", 2);
            waiting.put(UUID.fromString(ids[0]), UUID.fromString(ids[1]));
        }
        return waiting;
    }

    /** A network in another partition of these nodes that overlaps one of this partition's pools. */
    Optional<String> clash(Connection connection, UUID partition, List<UUID> nodes) throws SQLException {
        return Sql.of("""
                        SELECT n.name || ' has ' || o.prefix || ' in partition ' || t.name || ', which overlaps ' || p.prefix
                          AS clash
                        FROM pool p JOIN node_prefix o ON o.prefix && p.prefix AND o.partition_id <> p.partition_id
                          JOIN node n ON n.id = o.node_id JOIN partition t ON t.id = o.partition_id
                        WHERE p.partition_id = ? AND o.node_id = ANY (?) ORDER BY n.name_key LIMIT 1""", partition, nodes).first(connection, row -> row.getString("clash"));
    }
}
