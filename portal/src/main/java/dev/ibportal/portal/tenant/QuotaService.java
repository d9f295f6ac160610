package dev.ibportal.portal.tenant;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How much a tenant may have. */
@ApplicationScoped
public class QuotaService {
    private static final long MOST = 1_000_000_000_000L;

    private final TenantService tenants;
    private final TenantContext context;
    private final QuotaSql sql;
    private final Scope scope;
    private final FabricDb db;
    private final AuditLog audit;

    QuotaService(TenantService tenants, TenantContext context, QuotaSql sql, Scope scope, FabricDb db, AuditLog audit) {
        this.tenants = tenants;
        this.context = context;
        this.sql = sql;
        this.scope = scope;
        this.db = db;
        this.audit = audit;
    }

    public List<QuotaView> get(UUID tenant) {
        tenants.get(tenant);
        context.actFor(tenant);
        return scope.read(connection -> sql.find(connection, tenant));
    }

    /** Sets all limits. One below what is used takes nothing away; the tenant only gets nothing more. */
    public List<QuotaView> set(UUID tenant, QuotaForm form) {
        Map<String, @Nullable Long> wanted = new LinkedHashMap<>();
        wanted.put("partitions", checked("partitions", form.partitions()));
        wanted.put("addresses", checked("addresses", form.addresses()));
        wanted.put("nodes", checked("nodes", form.nodes()));
        TenantView present = tenants.get(tenant);
        return db.write(connection -> {
            List<QuotaView> before = sql.find(connection, tenant);
            for (Map.Entry<String, @Nullable Long> each : wanted.entrySet()) {
                sql.set(connection, tenant, each.getKey(), each.getValue());
            }
            List<QuotaView> after = sql.find(connection, tenant);
            audit.record(
                    connection,
                    AuditEntry.success("tenant.set-quotas", "tenant", tenant, present.name())
                            .tenant(tenant)
                            .before(limits(before))
                            .after(limits(after)));
            return after;
        });
    }

    private static @Nullable Long checked(String field, @Nullable Long most) {
        if (most != null && (most < 0 || most > MOST)) {
            throw new DomainFault.Invalid(field, most + " is no limit: 0 to " + MOST + ", or nothing for no limit");
        }
        return most;
    }

    private static Map<String, @Nullable Long> limits(List<QuotaView> quotas) {
        Map<String, @Nullable Long> limits = new LinkedHashMap<>();
        quotas.forEach(quota -> limits.put(quota.kind(), quota.limit()));
        return limits;
    }
}
