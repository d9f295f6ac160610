package dev.ibportal.portal.ipam;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.ipam.AddressSql.Counts;
import dev.ibportal.portal.ipam.PartitionFactsSql.Facts;
import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.tenancy.Overseer;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpPrefix;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Pools of partitions. What is free is rewritten whenever a pool's shape changes, under the pool's lock. */
@ApplicationScoped
public class PoolService {
    private static final String OVERLAP = "pool_overlap";
    private static final String NODE_OVERLAP = "node_prefix_overlap";
    private static final String NAME_TAKEN = "pool_partition_id_name_key_key";

    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final PoolRepository repository;
    private final PoolSql pools;
    private final PoolSpanSql spans;
    private final PoolShapes shapes;
    private final AddressSql addresses;
    private final PartitionFactsSql partitions;
    private final AuditLog audit;
    private final Overseer overseer;

    PoolService(
            TenantContext tenants,
            TenantTransaction transaction,
            Scope scope,
            PoolRepository repository,
            PoolSql pools,
            PoolSpanSql spans,
            PoolShapes shapes,
            AddressSql addresses,
            PartitionFactsSql partitions,
            AuditLog audit,
            Overseer overseer) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.scope = scope;
        this.repository = repository;
        this.pools = pools;
        this.spans = spans;
        this.shapes = shapes;
        this.addresses = addresses;
        this.partitions = partitions;
        this.audit = audit;
        this.overseer = overseer;
    }

    /**
     * @param partition only pools of this one; absent: all
     * @param search part of a name, or an address or prefix
     */
    public Page<PoolView> list(@Nullable UUID partition, @Nullable String search, PageRequest request) {
        return scope.read(connection -> pools.page(connection, partition, search, request));
    }

    public PoolView get(UUID id) {
        tenants.enter(TenantTable.POOL, id);
        return scope.read(connection -> {
            PoolView pool = pools.find(connection, id).orElseThrow(() -> new NotFound("pool", id));
            return pool.waiting(pools.waiting(connection, id));
        });
    }

    public PoolView create(PoolForm form) {
        DisplayName name = Field.required("name", form.name(), DisplayName::new);
        PoolParts parts = PoolParts.read(form);
        UUID partition = Field.required("partition", form.partition(), PoolService::id);
        UUID id = UUID.randomUUID();
        tenants.enter(TenantTable.PARTITION, partition);
        try {
            transaction.run(connection -> insert(connection, new PoolEntity(id, partition, name, parts), parts, form));
        } catch (RuntimeException e) {
            throw explained(e, partition, name, parts.plan().prefix());
        }
        return get(id);
    }

    private static UUID id(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidValueException("id.syntax", "\"" + text + "\" is no id (a UUID)", text);
        }
    }

    private void insert(Connection connection, PoolEntity pool, PoolParts parts, PoolForm form) throws SQLException {
        Facts partition = partitions
                .lock(connection, pool.partitionId)
                .orElseThrow(() -> new NotFound("partition", pool.partitionId));
        partition.requireTakes(parts.plan().prefix());
        repository.persistAndFlush(pool);
        spans.addRanges(connection, partition.tenant(), pool.id, parts.plan().ranges());
        spans.addExclusions(connection, partition.tenant(), pool.id, parts.exclusions());
        pools.writeFree(connection, partition.tenant(), pool.id, parts.plan().handedOut());
        audit.recordAll(List.of(AuditEntry.success("pool.create", "pool", pool.id, pool.name + " " + pool.prefix)
                .tenant(partition.tenant())
                .partOf("partition", pool.partitionId)
                .after(form)));
    }

    private RuntimeException explained(RuntimeException e, UUID partition, DisplayName name, IpPrefix prefix) {
        return SqlError.violates(e, NAME_TAKEN) ? nameTaken(name) : prefixTaken(e, partition, null, prefix);
    }

    /** @param pool that was to get the prefix; absent for a new one */
    RuntimeException prefixTaken(RuntimeException e, UUID partition, @Nullable UUID pool, IpPrefix prefix) {
        if (SqlError.violates(e, OVERLAP)) {
            String other = scope.read(connection -> pools.overlapping(connection, partition, pool, prefix))
                    .orElse("a pool that is gone by now");
            return new Conflict(
                    "pool-overlap",
                    prefix + " overlaps " + other + " of this partition; choose another prefix.",
                    Map.of("prefix", prefix.toString(), "overlaps", other));
        }
        if (SqlError.violates(e, NODE_OVERLAP)) {
            return networkTaken(partition, prefix);
        }
        return NetworkRoom.refusal(e).<RuntimeException>map(refusal -> refusal).orElse(e);
    }

    /** Whose network stands in the way hears only its own tenant and an operator: others' prefixes are not to be guessed. */
    private Conflict networkTaken(UUID partition, IpPrefix prefix) {
        String why = scope.read(connection -> pools.clash(connection, partition, prefix))
                .or(() -> overseer.read(connection -> pools.clash(connection, partition, prefix)))
                .map(known -> prefix + " overlaps another network on a node of this partition: " + known
                        + ". A host could not tell the two apart; choose another prefix.")
                .orElseGet(
                        () -> prefix + " is not available on a node of this partition; choose another prefix, or ask an"
                                + " operator.");
        return new Conflict("network-overlap", why, Map.of("prefix", prefix.toString()));
    }

    /**
     * Changes name, gateway, ranges and exclusions. Refused where an address that is taken would no longer be one of the
     * pool's.
     *
     * @param version the one that the change was made for
     */
    public PoolView update(UUID id, int version, PoolChange change) {
        DisplayName name = Field.required("name", change.name(), DisplayName::new);
        tenants.enter(TenantTable.POOL, id);
        try {
            transaction.run(connection -> {
                PoolSql.Locked pool = pools.lock(connection, id).orElseThrow(() -> new NotFound("pool", id));
                ETags.requireMatch(version, pool.version());
                requireLiving(pool);
                PoolChange before = PoolChange.of(pools.find(connection, id).orElseThrow());
                PoolPlan present = pools.plan(connection, pool);
                PoolParts parts = PoolParts.reshaped(present, change.gateway(), change.ranges(), change.exclusions());
                reshape(connection, pool, parts);
                pools.write(connection, id, name, parts);
                audit.recordAll(List.of(AuditEntry.success("pool.update", "pool", id, name + " " + pool.prefix())
                        .tenant(pool.tenant())
                        .partOf("partition", pool.partition())
                        .before(before)
                        .after(change)));
            });
        } catch (RuntimeException e) {
            throw SqlError.violates(e, NAME_TAKEN) ? nameTaken(name) : e;
        }
        return get(id);
    }

    static void requireLiving(PoolSql.Locked pool) {
        if (pool.ending()) {
            throw new Conflict(
                    "being-removed",
                    "The partition of pool " + pool.name() + " is being removed; the pool stays as it is.");
        }
    }

    private void reshape(Connection connection, PoolSql.Locked pool, PoolParts parts) throws SQLException {
        shapes.settle(connection, pool, parts.plan(), "this change");
        spans.dropAll(connection, pool.id());
        spans.addRanges(connection, pool.tenant(), pool.id(), parts.plan().ranges());
        spans.addExclusions(connection, pool.tenant(), pool.id(), parts.exclusions());
    }

    private static Conflict nameTaken(DisplayName name) {
        return new Conflict("pool-exists", "This partition has a pool named \"" + name + "\"; choose another name.");
    }

    /** @param ifMatch the ETag that the removal was decided for; absent: whatever it is */
    public void delete(UUID id, @Nullable String ifMatch) {
        tenants.enter(TenantTable.POOL, id);
        transaction.run(connection -> {
            PoolSql.Locked pool = pools.lock(connection, id).orElseThrow(() -> new NotFound("pool", id));
            if (ifMatch != null) {
                ETags.requireMatch(ifMatch, pool.version());
            }
            requireEmpty(connection, pool);
            pools.delete(connection, id);
            audit.recordAll(List.of(AuditEntry.success("pool.delete", "pool", id, pool.name() + " " + pool.prefix())
                    .tenant(pool.tenant())
                    .partOf("partition", pool.partition())));
        });
    }

    private void requireEmpty(Connection connection, PoolSql.Locked pool) throws SQLException {
        Counts counts = addresses.counts(connection, List.of(pool.id()));
        if (counts.used() > 0) {
            DomainFault fault = new Conflict(
                    "pool-in-use",
                    counts.used() + " addresses of " + pool.prefix() + " are taken, " + counts.releasing()
                            + " of them being released. Release them first and wait until their nodes let go.",
                    Map.of("used", counts.used(), "releasing", counts.releasing()));
            throw fault;
        }
    }
}
