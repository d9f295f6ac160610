package dev.ibportal.portal.ipam;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.ipam.ClaimSql.Said;
import dev.ibportal.portal.platform.db.Combining;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The next free address, for nobody in particular yet: what scripts ask for, again and again and all at once. The row of the
 * pool is locked until the commit, so callers who wait for the same pool share one commit; each still has its own address,
 * the lowest that is free, its own event in the audit log, and its own share of the quota.
 */
@ApplicationScoped
class NextAddresses {
    /** A piece that is large enough to make the commit cheap, and small enough that nobody waits long for it. */
    private static final int MOST = 64;

    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final NextAddressSql claims;
    private final AuditLog audit;
    private final Combining<Line, Wish, AddressView> combining = new Combining<>(MOST, this::take);

    NextAddresses(TenantContext tenants, TenantTransaction transaction, NextAddressSql claims, AuditLog audit) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.claims = claims;
        this.audit = audit;
    }

    /** Only those who act for the same tenant go together: what another one may not see it does not get this way either. */
    private record Line(UUID tenant, UUID pool) {}

    record Wish(UUID id, Said said, AuditLog.Witness witness) {}

    /** Empty where it could not be had together with others: whoever asks has then to see why. */
    Optional<AddressView> take(UUID pool, Said said) {
        return combining.call(new Line(tenants.require(), pool), new Wish(UUID.randomUUID(), said, audit.witness()));
    }

    private List<AddressView> take(Line line, List<Wish> wishes) {
        return transaction
                .attempt(connection -> {
                    List<NextAddressSql.Taken> taken = claims.claim(connection, line.pool, wishes);
                    List<AuditLog.Witnessed> events = new ArrayList<>();
                    for (int i = 0; i < taken.size(); i++) {
                        events.add(new AuditLog.Witnessed(
                                event(taken.get(i)), wishes.get(i).witness()));
                    }
                    audit.recordWitnessed(connection, events);
                    return taken.stream().map(NextAddressSql.Taken::address).toList();
                })
                .orElse(List.of());
    }

    private static AuditEntry event(NextAddressSql.Taken taken) {
        AddressView made = taken.address();
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("pool", made.pool().name());
        state.put("prefix", taken.prefix().toString());
        if (!made.note().isEmpty()) {
            state.put("note", made.note());
        }
        return AuditEntry.success("address.allocate", "address", made.id(), made.ip())
                .tenant(made.tenant().id())
                .partOf("partition", made.partition().id())
                .partOf("pool", made.pool().id())
                .after(state);
    }
}
