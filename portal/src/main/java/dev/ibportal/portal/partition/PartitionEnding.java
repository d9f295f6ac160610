package dev.ibportal.portal.partition;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.partition.PartitionSql.EndingAddress;
import dev.ibportal.portal.partition.PartitionSql.EndingMember;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Starts the end of all partitions of a tenant that is being removed. */
@ApplicationScoped
public class PartitionEnding {
    private final PartitionSql partitions;

    PartitionEnding(PartitionSql partitions) {
        this.partitions = partitions;
    }

    /**
     * In the transaction of this connection, which is fabric's. As with a removal by hand nothing is free before its
     * absence was read back.
     *
     * @return what is to be written down about it
     */
    public List<AuditEntry> endAll(Connection connection, UUID tenant, Instant at) throws SQLException {
        List<AuditEntry> events = new ArrayList<>();
        for (UUID id : partitions.live(connection, tenant)) {
            partitions.lockWithPools(connection, id);
            PartitionView before = partitions.find(connection, id).orElseThrow();
            List<EndingMember> members = partitions.ending(connection, id);
            List<EndingAddress> addresses = partitions.releaseReserved(connection, id);
            partitions.end(connection, id, at);
            events.addAll(events(before, members, addresses, "tenant removed"));
        }
        return events;
    }

    static List<AuditEntry> events(
            PartitionView partition, List<EndingMember> members, List<EndingAddress> addresses, String because) {
        List<AuditEntry> events = new ArrayList<>();
        String name = PartitionService.named(partition);
        events.add(AuditEntry.success("partition.remove", "partition", partition.id(), name)
                .before(PartitionChange.of(partition)));
        members.forEach(member ->
                events.add(AuditEntry.success("member.remove", "member", member.id(), member.node() + " in " + name)
                        .after(Map.of("because", because))));
        addresses.forEach(
                address -> events.add(AuditEntry.success("address.release", "address", address.id(), address.ip())
                        .after(Map.of("because", because))));
        return events;
    }
}
