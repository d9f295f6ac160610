package dev.ibportal.portal.session.spec;

import dev.ibportal.agent.v1.InterfaceItem;
import dev.ibportal.agent.v1.NodeSpec;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.session.core.Digests;
import dev.ibportal.portal.session.core.PortItems;
import dev.ibportal.portal.session.core.SpecAssembler;
import dev.ibportal.portal.session.core.SpecAssembler.Assembled;
import dev.ibportal.portal.session.live.LivePages.Member;
import dev.ibportal.portal.session.live.NodeSession;
import dev.ibportal.portal.session.spec.SpecSql.Fresh;
import dev.ibportal.portal.session.spec.SpecSql.Item;
import dev.ibportal.portal.session.spec.SpecSql.Sent;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Turns changes into specs, many nodes in one transaction. */
@Singleton
class SpecBuilder {
    private final FabricDb db;
    private final SpecSql sql;
    private final PortItemsSql ports;

    SpecBuilder(FabricDb db, SpecSql sql, PortItemsSql ports) {
        this.db = db;
        this.sql = sql;
        this.ports = ports;
    }

    /**
     * @param specs to be sent
     * @param members of which something is new
     * @param full whether the batch was full, so that there may be more to do
     */
    record Batch(Map<UUID, NodeSpec> specs, List<Member> members, boolean full) {}

    /**
     * @param here sessions on this portal
     * @param connected those of them that must be told whatever they do not have
     */
    Batch build(Map<UUID, NodeSession> here, Map<UUID, NodeSession> connected, int limit) {
        return db.write(connection -> {
            Set<UUID> nodes = new HashSet<>(sql.takeChanged(connection, here.keySet(), limit));
            boolean full = nodes.size() >= limit;
            nodes.addAll(connected.keySet());
            if (nodes.isEmpty()) {
                return new Batch(Map.of(), List.of(), false);
            }
            Map<UUID, Sent> sent = sql.lock(connection, nodes);
            Found found = new Found(
                    sent,
                    sql.interfaces(connection, sent.keySet()),
                    sql.owed(connection, sent.keySet()),
                    ports.own(connection, sent.keySet()),
                    union(sql.reportOnly(connection, sent.keySet()), ports.reportOnly(connection, sent.keySet())));
            Changes changes = write(connection, here, connected, found);
            return new Batch(changes.toSend, changes.members, full);
        });
    }

    static Set<UUID> union(Set<UUID> one, Set<UUID> other) {
        Set<UUID> both = new HashSet<>(one);
        both.addAll(other);
        return both;
    }

    /** What the database has of a batch of nodes. */
    private record Found(
            Map<UUID, Sent> sent,
            Map<UUID, List<SpecAssembler.Interface>> interfaces,
            Map<UUID, List<SpecAssembler.Owed>> owed,
            Map<UUID, List<PortItems.Own>> own,
            Set<UUID> reportOnly) {
        Assembled assembled(UUID node) {
            return SpecAssembler.assemble(
                    interfaces.getOrDefault(node, List.of()), Set.of(), owed.getOrDefault(node, List.of()));
        }
    }

    private Changes write(
            Connection connection, Map<UUID, NodeSession> here, Map<UUID, NodeSession> connected, Found found)
            throws SQLException {
        Changes changes = new Changes();
        for (Map.Entry<UUID, Sent> each : found.sent().entrySet()) {
            UUID node = each.getKey();
            Assembled assembled = found.assembled(node);
            changes.neverSent.addAll(assembled.neverSent());
            if (here.containsKey(node)) {
                NodeSpec whole = PortItems.in(assembled.spec(), found.own().getOrDefault(node, List.of()));
                NodeSpec spec = Policies.in(whole, found.reportOnly());
                changes.consider(node, each.getValue(), spec, connected.get(node));
            }
        }
        if (!changes.neverSent.isEmpty()) {
            sql.closeNeverSent(connection, changes.neverSent);
        }
        if (!changes.fresh.isEmpty()) {
            sql.save(connection, changes.fresh);
            changes.members.addAll(sql.saveItems(connection, changes.items));
            ports.saveItems(connection, changes.items);
        }
        return changes;
    }

    /** What comes out of one batch. */
    private static final class Changes {
        private final List<Long> neverSent = new ArrayList<>();
        private final List<Fresh> fresh = new ArrayList<>();
        private final List<Item> items = new ArrayList<>();
        private final Map<UUID, NodeSpec> toSend = new HashMap<>();
        private final List<Member> members = new ArrayList<>();

        /** A new generation only for new content, or when the node has a later one than this portal knows of. */
        void consider(UUID node, Sent sent, NodeSpec spec, @Nullable NodeSession connected) {
            String digest = Digests.of(spec);
            long known = connected == null ? -1 : connected.knownSpec().orElse(-1);
            boolean changed = !digest.equals(sent.digest());
            boolean ahead = known > sent.generation();
            long generation = changed || ahead ? Math.max(sent.generation(), known) + 1 : sent.generation();
            if (changed || ahead) {
                fresh.add(new Fresh(node, generation, digest));
                spec.getInterfacesList().forEach(item -> items.add(item(item, generation)));
            }
            if (changed || (connected != null && known != generation)) {
                toSend.put(node, spec.toBuilder().setGeneration(generation).build());
            }
        }

        private static Item item(InterfaceItem item, long generation) {
            return new Item(
                    UUID.fromString(item.getInterfaceId()),
                    generation,
                    Digests.of(item),
                    item.getWishCase().name().toLowerCase(Locale.ROOT),
                    item.hasHeld() ? item.getHeld().getReason() : "told the node, which has not answered yet");
        }
    }
}
