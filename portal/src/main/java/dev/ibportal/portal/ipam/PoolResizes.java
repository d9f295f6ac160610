package dev.ibportal.portal.ipam;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.ipam.PoolSpanSql.Excluding;
import dev.ibportal.portal.ipam.core.AddressSet;
import dev.ibportal.portal.ipam.core.Resize;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Another prefix for a pool under living addresses: looked at first, then made for the version that was looked at. */
@ApplicationScoped
class PoolResizes {
    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final PoolService service;
    private final PoolSql pools;
    private final PoolSpanSql spans;
    private final PoolShapes shapes;
    private final PartitionFactsSql partitions;
    private final Refusals refusals;
    private final AuditLog audit;

    PoolResizes(
            TenantContext tenants,
            TenantTransaction transaction,
            Scope scope,
            PoolService service,
            PoolSql pools,
            PoolSpanSql spans,
            PoolShapes shapes,
            PartitionFactsSql partitions,
            Refusals refusals,
            AuditLog audit) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.scope = scope;
        this.service = service;
        this.pools = pools;
        this.spans = spans;
        this.shapes = shapes;
        this.partitions = partitions;
        this.refusals = refusals;
        this.audit = audit;
    }

    ResizePreview preview(UUID id, ResizeForm form) {
        IpPrefix prefix = Field.required("prefix", form.prefix(), IpPrefix::parse);
        tenants.enter(TenantTable.POOL, id);
        return scope.read(connection -> {
            PoolSql.Locked pool = pools.look(connection, id).orElseThrow(() -> new NotFound("pool", id));
            return preview(connection, pool, resize(connection, pool, prefix, form.gateway()));
        });
    }

    private Resize resize(Connection connection, PoolSql.Locked pool, IpPrefix prefix, @Nullable String gateway)
            throws SQLException {
        IpAddress at = gateway == null
                ? pool.gateway()
                : gateway.strip().equals("none") ? null : Field.read("gateway", gateway, IpAddress::parse);
        List<Excluding> exclusions = spans.exclusions(connection, pool.id());
        var present = pools.plan(connection, pool);
        return Field.read(
                "prefix",
                prefix,
                to -> Resize.of(
                        present, exclusions.stream().map(Excluding::exclusion).toList(), to, at));
    }

    private ResizePreview preview(Connection connection, PoolSql.Locked pool, Resize resize) throws SQLException {
        IpPrefix prefix = resize.plan().prefix();
        List<IpAddress> taken = pools.taken(connection, pool.id());
        AddressSet lost = resize.plan().lost(taken);
        List<String> obstacles = new ArrayList<>();
        pools.overlapping(connection, pool.partition(), pool.id(), prefix)
                .ifPresent(other -> obstacles.add(prefix + " overlaps " + other + " of this partition"));
        pools.clash(connection, pool.partition(), prefix).ifPresent(obstacles::add);
        if (lost.size().signum() > 0) {
            obstacles.add(lost.size() + " taken addresses would no longer be handed out");
        }
        if (pool.ending()) {
            obstacles.add("its partition is being removed");
        }
        return new ResizePreview(
                pool.prefix().toString(),
                prefix.toString(),
                pools.plan(connection, pool).capacity(),
                resize.plan().capacity(),
                taken.size(),
                resize.cut(),
                pools.interfaces(connection, pool.id()),
                lost.size().longValueExact(),
                refusals.holders(connection, pool.id(), lost),
                obstacles,
                pool.version());
    }

    /** @param version the one that the preview was of */
    PoolView resize(UUID id, int version, ResizeForm form) {
        IpPrefix prefix = Field.required("prefix", form.prefix(), IpPrefix::parse);
        tenants.enter(TenantTable.POOL, id);
        PoolView present = service.get(id);
        try {
            transaction.run(connection -> resize(connection, id, version, prefix, form.gateway()));
        } catch (RuntimeException e) {
            throw service.prefixTaken(e, present.partition().id(), id, prefix);
        }
        return service.get(id);
    }

    private void resize(Connection connection, UUID id, int version, IpPrefix prefix, @Nullable String gateway)
            throws SQLException {
        // The partition before its pools, as whoever adds a member does.
        PoolSql.Locked seen = pools.look(connection, id).orElseThrow(() -> new NotFound("pool", id));
        if (partitions.lock(connection, seen.partition()).isEmpty()) {
            throw new NotFound("pool", id);
        }
        PoolSql.Locked pool = pools.lock(connection, id).orElseThrow(() -> new NotFound("pool", id));
        ETags.requireMatch(version, pool.version());
        PoolService.requireLiving(pool);
        Resize resize = resize(connection, pool, prefix, gateway);
        BigInteger before = pools.plan(connection, pool).capacity();
        shapes.settle(connection, pool, resize.plan(), "the prefix " + prefix);
        spans.dropAll(connection, id);
        pools.writePrefix(connection, id, resize.plan());
        spans.addRanges(connection, pool.tenant(), id, resize.plan().ranges());
        spans.addExclusions(connection, pool.tenant(), id, resize.exclusions());
        audit.recordAll(List.of(AuditEntry.success("pool.resize", "pool", id, pool.name() + " " + prefix)
                .tenant(pool.tenant())
                .partOf("partition", pool.partition())
                .before(Map.of("prefix", pool.prefix().toString(), "capacity", before))
                .after(Map.of(
                        "prefix", prefix.toString(), "capacity", resize.plan().capacity(), "cut", resize.cut()))));
    }
}
