package dev.ibportal.portal.tenant;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.partition.PartitionEnding;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Work;
import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A tenant is suspended (everything stays as it is, nothing is new), resumed, and removed: then its members leave, its keys
 * and addresses are free when they are proven absent, and its history stays.
 */
@ApplicationScoped
public class TenantLife {
    private static final String KIND = "tenant";

    private final TenantService tenants;
    private final TenantSql rows;
    private final TenantLifeSql sql;
    private final PartitionEnding partitions;
    private final TenantEndings endings;
    private final FabricDb db;
    private final AuditLog audit;
    private final Clock clock;

    TenantLife(
            TenantService tenants,
            TenantSql rows,
            TenantLifeSql sql,
            PartitionEnding partitions,
            TenantEndings endings,
            FabricDb db,
            AuditLog audit,
            Clock clock) {
        this.tenants = tenants;
        this.rows = rows;
        this.sql = sql;
        this.partitions = partitions;
        this.endings = endings;
        this.db = db;
        this.audit = audit;
        this.clock = clock;
    }

    /** Whatever was begun is waited for; from the answer on there is nothing new. Suspending again changes the reason. */
    public TenantView suspend(UUID id, @Nullable String reason) {
        String text = TenantText.line("reason", reason);
        return change(id, "tenant.suspend", connection -> {
            sql.suspend(connection, id, clock.instant(), text);
            return Map.of("state", "suspended", "reason", text);
        });
    }

    public TenantView resume(UUID id) {
        return change(id, "tenant.resume", connection -> {
            sql.suspend(connection, id, null, "");
            return Map.of("state", "active", "reason", "");
        });
    }

    private TenantView change(UUID id, String action, Work<Map<String, String>> work) {
        return db.write(connection -> {
            TenantView before = present(id, rows.lock(connection, id).orElse(null));
            sql.close(connection, id);
            Map<String, String> after = work.run(connection);
            audit.record(
                    connection,
                    AuditEntry.success(action, KIND, id, before.name())
                            .tenant(id)
                            .before(Map.of("state", before.state(), "reason", before.suspendedReason()))
                            .after(after));
            return rows.find(connection, id).orElseThrow();
        });
    }

    private static TenantView present(UUID id, @Nullable TenantView tenant) {
        if (tenant == null) {
            throw new DomainFault.NotFound(KIND, id);
        }
        if (tenant.isRemoved()) {
            throw new DomainFault.Conflict(
                    "tenant-removed", "Tenant " + tenant.name() + " is being removed; it does not come back.");
        }
        return tenant;
    }

    /** What would end with it. */
    public TenantRemoval preview(UUID id) {
        TenantView tenant = tenants.get(id);
        return db.read(connection -> sql.preview(connection, tenant));
    }

    /** @param confirm the tenant's name, typed by hand */
    public TenantView remove(UUID id, @Nullable String confirm) {
        return db.write(connection -> {
            sql.close(connection, id);
            TenantView tenant = present(id, rows.lock(connection, id).orElse(null));
            if (!tenant.name().equals(confirm)) {
                throw new DomainFault.Invalid(
                        "confirm", "type the tenant's name exactly: it is \"" + tenant.name() + "\"");
            }
            TenantRemoval owned = sql.preview(connection, tenant);
            Instant now = clock.instant();
            audit.record(
                    connection,
                    AuditEntry.success("tenant.remove", KIND, id, tenant.name())
                            .tenant(id)
                            .before(owned));
            audit.recordAll(
                    connection,
                    Stream.concat(partitions.endAll(connection, id, now).stream(), endings.of(connection, id).stream())
                            .map(entry -> entry.tenant(id))
                            .toList());
            sql.remove(connection, id, now);
            return rows.find(connection, id).orElseThrow();
        });
    }
}
