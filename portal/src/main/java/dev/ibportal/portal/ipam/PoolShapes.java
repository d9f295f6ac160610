package dev.ibportal.portal.ipam;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.ipam.PoolSpanSql.Excluding;
import dev.ibportal.portal.ipam.PoolSpanSql.Ranged;
import dev.ibportal.portal.ipam.core.Exclusion;
import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpRange;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ranges and exclusions of pools, one by one. Whatever changes, an address that is taken stays one that the pool hands
 * out; what is free is written anew under the pool's lock.
 */
@ApplicationScoped
class PoolShapes {
    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final PoolSql pools;
    private final PoolSpanSql spans;
    private final Refusals refusals;
    private final AuditLog audit;

    PoolShapes(
            TenantContext tenants,
            TenantTransaction transaction,
            PoolSql pools,
            PoolSpanSql spans,
            Refusals refusals,
            AuditLog audit) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.pools = pools;
        this.spans = spans;
        this.refusals = refusals;
        this.audit = audit;
    }

    /** A pool under its lock, with all that makes its shape. */
    private record Shape(PoolSql.Locked pool, List<Ranged> ranges, List<Excluding> exclusions) {
        PoolPlan plan(Stream<IpRange> newRanges, Stream<IpRange> newExclusions) {
            try {
                return new PoolPlan(pool.prefix(), pool.gateway(), newRanges.toList(), newExclusions.toList());
            } catch (InvalidValueException e) {
                if (e.code().equals("pool.range-overlap")) {
                    throw new Conflict(
                            "range-overlap", e.getMessage() + "; give only addresses that no range has yet.");
                }
                throw new Invalid("range", e);
            }
        }

        Stream<IpRange> rangesWithout(@Nullable UUID id) {
            return ranges.stream().filter(each -> !each.id().equals(id)).map(Ranged::span);
        }

        Stream<IpRange> exclusionsWithout(@Nullable UUID id) {
            return exclusions.stream()
                    .filter(each -> !each.id().equals(id))
                    .map(each -> each.exclusion().span());
        }
    }

    /** What a change does to the rows, and the shape that this leads to. */
    private interface Change {
        PoolPlan make(Connection connection, Shape shape) throws SQLException;
    }

    /** Adds addresses to those that are handed out; the first range of a pool ends handing out the rest of the prefix. */
    void addRange(UUID pool, SpanForm form) {
        IpRange range = Field.required("range", form.range(), IpRange::parse);
        change(pool, "pool.add-range", "range", range.toString(), (connection, shape) -> {
            PoolPlan plan = shape.plan(
                    Stream.concat(shape.rangesWithout(null), Stream.of(range)), shape.exclusionsWithout(null));
            spans.addRanges(connection, shape.pool.tenant(), pool, List.of(range));
            return plan;
        });
    }

    void changeRange(UUID pool, UUID id, SpanForm form) {
        IpRange range = Field.required("range", form.range(), IpRange::parse);
        change(pool, "pool.change-range", "range", range.toString(), (connection, shape) -> {
            require(shape.ranges.stream().map(Ranged::id), id, "range");
            PoolPlan plan =
                    shape.plan(Stream.concat(shape.rangesWithout(id), Stream.of(range)), shape.exclusionsWithout(null));
            spans.change(connection, id, range);
            return plan;
        });
    }

    /** Without its last range a pool hands out the whole prefix again. */
    void removeRange(UUID pool, UUID id) {
        change(pool, "pool.remove-range", "range", id.toString(), (connection, shape) -> {
            require(shape.ranges.stream().map(Ranged::id), id, "range");
            spans.dropRange(connection, id);
            return shape.plan(shape.rangesWithout(id), shape.exclusionsWithout(null));
        });
    }

    void addExclusion(UUID pool, SpanForm form) {
        change(pool, "pool.add-exclusion", "exclusion", text(form), (connection, shape) -> {
            Exclusion exclusion = exclusion(shape.pool, form);
            PoolPlan plan = shape.plan(
                    shape.rangesWithout(null),
                    Stream.concat(shape.exclusionsWithout(null), Stream.of(exclusion.span())));
            spans.addExclusions(connection, shape.pool.tenant(), pool, List.of(exclusion));
            return plan;
        });
    }

    void changeExclusion(UUID pool, UUID id, SpanForm form) {
        change(pool, "pool.change-exclusion", "exclusion", text(form), (connection, shape) -> {
            require(shape.exclusions.stream().map(Excluding::id), id, "exclusion");
            Exclusion exclusion = exclusion(shape.pool, form);
            PoolPlan plan = shape.plan(
                    shape.rangesWithout(null), Stream.concat(shape.exclusionsWithout(id), Stream.of(exclusion.span())));
            spans.change(connection, id, exclusion);
            return plan;
        });
    }

    void removeExclusion(UUID pool, UUID id) {
        change(pool, "pool.remove-exclusion", "exclusion", id.toString(), (connection, shape) -> {
            require(shape.exclusions.stream().map(Excluding::id), id, "exclusion");
            spans.dropExclusion(connection, id);
            return shape.plan(shape.rangesWithout(null), shape.exclusionsWithout(id));
        });
    }

    private static String text(SpanForm form) {
        String range = Field.required("range", form.range(), text -> text);
        String reason = form.reason();
        return reason == null || reason.isBlank() ? range : range + " # " + reason;
    }

    private static Exclusion exclusion(PoolSql.Locked pool, SpanForm form) {
        return Field.read("range", text(form), text -> Exclusion.parse(text, pool.prefix()));
    }

    private static void require(Stream<UUID> present, UUID id, String kind) {
        if (present.noneMatch(id::equals)) {
            throw new NotFound(kind, id);
        }
    }

    private void change(UUID id, String action, String kind, String what, Change change) {
        tenants.enter(TenantTable.POOL, id);
        transaction.run(connection -> {
            PoolSql.Locked pool = pools.lock(connection, id).orElseThrow(() -> new NotFound("pool", id));
            PoolService.requireLiving(pool);
            Shape before = new Shape(pool, spans.ranges(connection, id), spans.exclusions(connection, id));
            PoolPlan plan = change.make(connection, before);
            settle(connection, pool, plan, kind + " " + what);
            pools.writeCapacity(connection, id, plan.capacity());
            audit.recordAll(List.of(AuditEntry.success(action, "pool", id, pool.name() + " " + pool.prefix())
                    .tenant(pool.tenant())
                    .partOf("partition", pool.partition())
                    .before(state(before))
                    .after(Map.of(kind, what, "capacity", plan.capacity()))));
        });
    }

    private static Map<String, Object> state(Shape shape) {
        return Map.of(
                "ranges",
                shape.ranges.stream().map(each -> each.span().toString()).toList(),
                "exclusions",
                shape.exclusions.stream()
                        .map(each -> each.exclusion().toString())
                        .toList());
    }

    /** Refused where a taken address would be left outside, by name; else what is free is what the plan leaves. */
    void settle(Connection connection, PoolSql.Locked pool, PoolPlan plan, String what) throws SQLException {
        List<IpAddress> taken = pools.taken(connection, pool.id());
        if (!plan.lost(taken).spans().isEmpty()) {
            throw refusals.lost(connection, pool, plan.lost(taken), what);
        }
        pools.writeFree(connection, pool.tenant(), pool.id(), plan.free(taken));
    }
}
