package dev.ibportal.portal.session.live;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.live.LiveHub;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Tells open pages of what sessions have changed, after it was written. */
@Singleton
public final class LivePages implements SessionEvents {
    private final LiveHub hub;
    private final FabricDb db;

    LivePages(LiveHub hub, FabricDb db) {
        this.hub = hub;
        this.db = db;
    }

    /** A member of which something is new. */
    public record Member(UUID partition, UUID node, UUID tenant) {
        /** From the columns {@code partition_id}, {@code node_id} and {@code tenant_id}. */
        public static Member read(ResultSet row) throws SQLException {
            return new Member(Rows.id(row, "partition_id"), Rows.id(row, "node_id"), Rows.id(row, "tenant_id"));
        }
    }

    public void members(Collection<Member> members) {
        members.forEach(member -> hub.memberChanged(member.partition(), member.node(), member.tenant()));
    }

    @Override
    public void connected(NodeSession session) {
        hub.nodeChanged(session.nodeId());
    }

    @Override
    public void disconnected(NodeSession session) {
        hub.nodeChanged(session.nodeId());
    }

    /**
     * @param changed whether something is new that each tenant of the node sees; keys in the tables of its ports and
     *     interfaces beside the own are not
     */
    public void inventory(UUID node, boolean changed) {
        if (changed) {
            hub.nodeChanged(node);
        } else {
            hub.nodeReported(node);
        }
    }

    @Override
    public void unreachable(Set<UUID> nodes) {
        nodes.forEach(hub::nodeChanged);
        members(db.read(connection -> Sql.of(
                        "SELECT DISTINCT partition_id, node_id, tenant_id FROM membership WHERE node_id = ANY (?::uuid[])",
                        List.copyOf(nodes))
                .list(connection, Member::read)));
    }
}
