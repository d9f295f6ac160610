package dev.ibportal.portal.partition;

import dev.ibportal.portal.auditlog.AuditEntry;
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
            events.addAll(events(connection, id, "tenant removed"));
            partitions.releaseReserved(connection, id);
            partitions.end(connection, id, at);
        }
        return events;
    }

    /** One for each thing that ends with the partition, as it is before that: none may go without a word. */
    List<AuditEntry> events(Connection connection, UUID id, String because) throws SQLException {
        PartitionView partition = partitions.find(connection, id).orElseThrow();
        String name = PartitionService.named(partition);
        Map<String, String> after = Map.of("because", because);
        List<AuditEntry> events = new ArrayList<>();
        events.add(AuditEntry.success("partition.remove", "partition", id, name).before(PartitionChange.of(partition)));
        for (PartitionSql.EndingMember member : partitions.ending(connection, id)) {
            events.add(AuditEntry.success("member.remove", "member", member.id(), member.node() + " in " + name)
                    .partOf("partition", id)
                    .after(after));
        }
        for (PartitionSql.EndingPool pool : partitions.endingPools(connection, id)) {
            events.add(AuditEntry.success("pool.delete", "pool", pool.id(), pool.name() + " " + pool.prefix())
                    .partOf("partition", id)
                    .after(after));
        }
        for (PartitionSql.EndingAddress address : partitions.endingAddresses(connection, id)) {
            events.add(AuditEntry.success("address.release", "address", address.id(), address.ip())
                    .partOf("partition", id)
                    .after(after));
        }
        return events;
    }
}
