package dev.ibportal.portal.partition;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.ETags;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.UUID;

/** Routes, rules, name servers and kernel settings that every interface of a partition gets on its host. */
@ApplicationScoped
public class HostSettingsService {
    private static final String ROUTE_OVERLAP = "partition_route_overlap";

    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final HostSettingsSql sql;
    private final AuditLog audit;

    HostSettingsService(
            TenantContext tenants, TenantTransaction transaction, Scope scope, HostSettingsSql sql, AuditLog audit) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.scope = scope;
        this.sql = sql;
        this.audit = audit;
    }

    public HostSettingsView get(UUID partition) {
        tenants.enter(TenantTable.PARTITION, partition);
        return scope.read(
                connection -> sql.find(connection, partition).orElseThrow(() -> new NotFound("partition", partition)));
    }

    /**
     * Replaces all of them.
     *
     * @param version the one that the change was made for; 0: nobody has said anything yet
     */
    public HostSettingsView put(UUID partition, int version, HostSettingsForm form) {
        tenants.enter(TenantTable.PARTITION, partition);
        try {
            save(partition, version, form);
        } catch (RuntimeException e) {
            throw SqlError.violates(e, ROUTE_OVERLAP) ? crossing(e) : e;
        }
        return get(partition);
    }

    /** Whose network it is, is nobody's business. */
    private static Conflict crossing(RuntimeException e) {
        String to = SqlError.in(e).map(SqlError::detail).orElse("");
        return new Conflict(
                "network-overlap",
                "A route to " + to + " is not available on a node of this partition: it overlaps another network there."
                        + " Choose a destination outside it.",
                Map.of("destination", to));
    }

    private void save(UUID partition, int version, HostSettingsForm form) {
        transaction.run(connection -> {
            HostSettingsSql.Owner owner =
                    sql.owner(connection, partition).orElseThrow(() -> new NotFound("partition", partition));
            if (owner.removed()) {
                throw new Conflict(
                        "being-removed", "Partition " + owner.name() + " is being removed; it stays as it is.");
            }
            HostSettingsView before = sql.find(connection, partition).orElseThrow();
            ETags.requireMatch(version, before.version());
            HostSettingsWish wish = HostSettingsWish.read(form, sql.pools(connection, partition));
            if (!sql.save(connection, partition, owner.tenant(), version, wish)) {
                throw new Conflict("changed-meanwhile", "Somebody else has just changed these settings; look again.");
            }
            audit.record(AuditEntry.success("partition.host-settings", "partition", partition, owner.name())
                    .before(before)
                    .after(sql.find(connection, partition).orElseThrow()));
        });
    }
}
