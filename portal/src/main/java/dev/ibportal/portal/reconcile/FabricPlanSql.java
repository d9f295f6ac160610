package dev.ibportal.portal.reconcile;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.portal.fabric.SmKind;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.reconcile.FabricPlan.Built;
import dev.ibportal.portal.reconcile.FabricPlan.Host;
import dev.ibportal.portal.reconcile.PartitionLifeSql.Moved;
import dev.ibportal.portal.reconcile.core.FabricDocument;
import dev.ibportal.portal.reconcile.core.FabricDocument.Key;
import dev.ibportal.portal.reconcile.core.FabricWishes;
import dev.ibportal.portal.reconcile.core.FabricWishes.Member;
import dev.ibportal.portal.reconcile.core.FabricWishes.Partition;
import dev.ibportal.portal.reconcile.sm.Contact;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import dev.ibportal.portal.reconcile.sm.SubnetManager;
import dev.ibportal.types.Guid;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Builds the configuration of one fabric, under the lock of its status. */
@Singleton
class FabricPlanSql {
    private final FabricDb db;
    private final SubnetManager manager;
    private final PartitionLifeSql life;

    FabricPlanSql(FabricDb db, SubnetManager manager, PartitionLifeSql life) {
        this.db = db;
        this.manager = manager;
        this.life = life;
    }

    @SuppressWarnings("ArrayRecordComponent") // only read once, never compared
    private record Stored(
            SmKind kind,
            String everyPort,
            boolean replacesFound,
            long generation,
            byte @Nullable [] document,
            @Nullable Instant takenOver) {
        SmDocument before() {
            try {
                return document == null ? SmDocument.getDefaultInstance() : SmDocument.parseFrom(document);
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("the stored document of the fabric cannot be read", e);
            }
        }
    }

    /** Empty: there is no such fabric. */
    Optional<FabricPlan> plan(UUID fabric) {
        return db.write(connection -> {
            Optional<Stored> stored = lock(connection, fabric);
            if (stored.isEmpty()) {
                return Optional.empty();
            }
            Sql.of("DELETE FROM fabric_change WHERE fabric_id = ?", fabric).update(connection);
            closeNeverSent(connection, fabric);
            return Optional.of(plan(connection, fabric, stored.get()));
        });
    }

    private FabricPlan plan(Connection connection, UUID fabric, Stored stored) throws SQLException {
        List<Host> hosts = hosts(connection, fabric, stored.kind());
        // what nobody can be told is not written down as told, so it can still be taken back without proof
        Built built = hosts.stream().anyMatch(Host::isAble) ? build(connection, fabric, stored, known(hosts)) : null;
        List<Moved> moved = life.advance(connection, fabric);
        return new FabricPlan(hosts, built, moved, life.nextExpiry(connection, fabric), stored.takenOver());
    }

    private List<Host> hosts(Connection connection, UUID fabric, SmKind kind) throws SQLException {
        return Sql.of("""
                        SELECT h.node_id, n.name, h.mastery = 'master' AS master, s.capabilities
                        FROM fabric_sm_host h JOIN node n ON n.id = h.node_id JOIN node_status s ON s.node_id = n.id
                        WHERE h.fabric_id = ? ORDER BY h.standby, n.name_key""", fabric).list(connection, row -> {
            SmTarget target = new SmTarget(fabric, Rows.id(row, "node_id"));
            String name = row.getString("name");
            return new Host(
                    target,
                    name,
                    row.getBoolean("master"),
                    unfit(kind, name, Rows.strings(row, "capabilities")),
                    manager.contact(target));
        });
    }

    /** Why a node could not drive this kind; empty: it can. */
    private static String unfit(SmKind kind, String node, Collection<String> capabilities) {
        boolean drivesUfm = capabilities.contains("sm.ufm");
        return drivesUfm == (kind == SmKind.UFM)
                ? ""
                : "the fabric is managed by " + kind.label() + ", but the daemon of node " + node
                        + " is configured for " + (drivesUfm ? SmKind.UFM : SmKind.OPENSM).label();
    }

    /** The newest configuration that any of them has. */
    private static long known(List<Host> hosts) {
        return hosts.stream()
                .filter(Host::isAble)
                .mapToLong(
                        host -> ((Contact.Present) host.contact()).generation().orElse(0))
                .max()
                .orElse(0);
    }

    private Built build(Connection connection, UUID fabric, Stored stored, long known) throws SQLException {
        FabricWishes wishes = wishes(connection, fabric, stored.kind(), stored.everyPort());
        SmDocument before = stored.before();
        SmDocument next = next(wishes, stored);
        requireNothingOmitted(before, next);
        boolean changed =
                stored.document() == null || !Arrays.equals(FabricDocument.digest(before), FabricDocument.digest(next));
        boolean ahead = known > stored.generation();
        long generation = changed || ahead ? Math.max(stored.generation(), known) + 1 : stored.generation();
        Set<Guid> unsettled = unsettled(wishes);
        if (changed || ahead) {
            Set<Key> news = FabricDocument.changed(before, next);
            news.forEach(key -> unsettled.add(key.port()));
            save(connection, fabric, FabricDocument.sealed(next, generation, Set.of()));
            saveMembers(connection, wishes, news, generation);
        }
        return new Built(FabricDocument.sealed(next, generation, unsettled), unsettled, ports(next));
    }

    /** Said only where it is so, so that nothing seems to change. */
    private static SmDocument next(FabricWishes wishes, Stored stored) {
        SmDocument next = FabricDocument.of(wishes);
        return stored.replacesFound() ? next.toBuilder().setReplacesFound(true).build() : next;
    }

    private static Optional<Stored> lock(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        SELECT f.sm_kind, f.default_membership, f.replaces_found, s.generation, s.document,
                          CASE WHEN s.master_before IS NOT NULL THEN s.master_since END AS taken_over
                        FROM fabric_status s JOIN fabric f ON f.id = s.fabric_id
                        WHERE s.fabric_id = ? FOR UPDATE OF s""", fabric)
                .first(
                        connection,
                        row -> new Stored(
                                SmKind.parse(row.getString("sm_kind")),
                                row.getString("default_membership"),
                                row.getBoolean("replaces_found"),
                                row.getLong("generation"),
                                row.getBytes("document"),
                                Rows.instantOrNull(row, "taken_over")));
    }

    /** The fabric never heard of these, so its side is proven by our own record. */
    private static void closeNeverSent(Connection connection, UUID fabric) throws SQLException {
        List<Long> ledger = Sql.of("""
                        UPDATE absence a SET fabric_absent_at = now() FROM membership_status s
                        WHERE s.membership_id = a.membership_id AND a.fabric_id = ? AND a.kind = 'membership'
                          AND a.closed_at IS NULL AND a.fabric_absent_at IS NULL AND s.sent_generation IS NULL
                        RETURNING a.id""", fabric).list(connection, row -> row.getLong("id"));
        List<Long> ready = new ArrayList<>(ledger);
        // what is absent on its node by declaration waits for nobody who would close it
        ready.addAll(Sql.of("""
                        SELECT id FROM absence WHERE fabric_id = ? AND closed_at IS NULL AND fabric_absent_at IS NOT NULL
                          AND declared_at IS NOT NULL""", fabric).list(connection, row -> row.getLong("id")));
        if (!ready.isEmpty()) {
            Sql.of("SELECT close_absences(?::bigint[])", ready).exists(connection);
        }
    }

    private static FabricWishes wishes(Connection connection, UUID fabric, SmKind kind, String everyPort)
            throws SQLException {
        Map<PKey, Partition> partitions = new LinkedHashMap<>();
        Map<PKey, List<Member>> members = new LinkedHashMap<>();
        Sql.of("""
                        SELECT p.pkey, p.ipoib, p.ib_mtu, p.rate_code, p.service_level, m.id, o.guid, m.membership, m.index0,
                          a.id AS ledger, s.state = 'effective' AS settled
                        FROM membership m
                          JOIN membership_status s ON s.membership_id = m.id
                          JOIN partition p ON p.id = m.partition_id
                          JOIN port o ON o.id = m.port_id
                          LEFT JOIN absence a ON a.membership_id = m.id AND a.kind = 'membership'
                        WHERE m.fabric_id = ? AND s.state <> 'absent'
                          AND (m.removed_at IS NULL OR s.sent_generation IS NOT NULL AND a.fabric_absent_at IS NULL)
                        ORDER BY p.pkey, o.guid""", fabric).list(connection, row -> {
            PKey pkey = new PKey(row.getInt("pkey"));
            partitions.putIfAbsent(
                    pkey,
                    new Partition(
                            pkey,
                            row.getBoolean("ipoib"),
                            IbMtu.ofBytes(row.getInt("ib_mtu")),
                            Rows.intOrNull(row, "rate_code"),
                            row.getInt("service_level"),
                            List.of()));
            return members.computeIfAbsent(pkey, of -> new ArrayList<>())
                    .add(new Member(
                            Rows.id(row, "id"),
                            Guid.parse(row.getString("guid")),
                            MembershipType.parse(row.getString("membership")),
                            row.getObject("ledger", Long.class),
                            row.getBoolean("settled"),
                            row.getBoolean("index0")));
        });
        return new FabricWishes(
                fabric,
                kind == SmKind.UFM,
                MembershipType.parse(everyPort),
                partitions.values().stream()
                        .map(each -> new Partition(
                                each.pkey(),
                                each.ipoib(),
                                each.ibMtu(),
                                each.rateCode(),
                                each.serviceLevel(),
                                members.getOrDefault(each.pkey(), List.of())))
                        .toList());
    }

    /** One slip in a query must never wipe a fabric: what was present goes by a tombstone or not at all. */
    private static void requireNothingOmitted(SmDocument before, SmDocument next) {
        List<Key> omitted = FabricDocument.omitted(before, next);
        if (!omitted.isEmpty()) {
            throw new IllegalStateException("the new configuration does not name " + omitted.get(0) + " and "
                    + (omitted.size() - 1) + " more, which were present; nothing is sent");
        }
    }

    private static Set<Guid> unsettled(FabricWishes wishes) {
        Set<Guid> ports = new HashSet<>();
        for (Partition partition : wishes.partitions()) {
            for (Member member : partition.members()) {
                if (!member.settled()) {
                    ports.add(member.port());
                }
            }
        }
        return ports;
    }

    private static Set<Guid> ports(SmDocument document) {
        Set<Guid> ports = new HashSet<>();
        for (Map.Entry<Key, SmMember> each : FabricDocument.members(document).entrySet()) {
            ports.add(each.getKey().port());
        }
        return ports;
    }

    private static void save(Connection connection, UUID fabric, SmDocument document) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE fabric_status SET generation = ?, document = ?, document_digest = ? WHERE fabric_id = ?")) {
            statement.setLong(1, document.getGeneration());
            statement.setBytes(2, document.toByteArray());
            statement.setBytes(3, FabricDocument.digest(document));
            statement.setObject(4, fabric);
            statement.executeUpdate();
        }
        Sql.of("UPDATE fabric_sm_host SET differs_since = now() WHERE fabric_id = ? AND differs_since IS NULL", fabric)
                .update(connection);
    }

    /** What the document says anew is no longer what was read back. */
    private static void saveMembers(Connection connection, FabricWishes wishes, Set<Key> news, long generation)
            throws SQLException {
        List<UUID> present = new ArrayList<>();
        List<UUID> changed = new ArrayList<>();
        for (Partition partition : wishes.partitions()) {
            for (Member member : partition.members()) {
                if (member.ledger() == null) {
                    present.add(member.id());
                    if (news.contains(new Key(partition.pkey(), member.port()))) {
                        changed.add(member.id());
                    }
                }
            }
        }
        Sql.of("""
                        UPDATE membership_status SET sent_generation = ?
                        WHERE membership_id = ANY (?::uuid[]) AND sent_generation IS NULL""", generation, present).update(connection);
        Sql.of("""
                        UPDATE membership_status SET since = CASE state WHEN 'pending' THEN since ELSE now() END,
                          state = 'pending', reason = 'told the subnet manager, not read back yet'
                        WHERE membership_id = ANY (?::uuid[])""", changed).update(connection);
    }
}
