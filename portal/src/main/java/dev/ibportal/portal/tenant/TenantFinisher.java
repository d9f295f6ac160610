package dev.ibportal.portal.tenant;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.jobs.Ticker;
import dev.ibportal.portal.platform.security.Actor;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Notices that the last thing of a removed tenant is proven absent: then the tenant is gone, and its name free. */
@Singleton
class TenantFinisher {
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final Actor ACTOR = Actor.system("tenants");

    private final TenantLifeSql sql;
    private final TenantEndings endings;
    private final FabricDb db;
    private final AuditLog audit;
    private final Ticker ticker;

    TenantFinisher(TenantLifeSql sql, TenantEndings endings, FabricDb db, AuditLog audit, Ticker ticker) {
        this.sql = sql;
        this.endings = endings;
        this.db = db;
        this.audit = audit;
        this.ticker = ticker;
    }

    void atStart(@Observes StartupEvent event) {
        ticker.every(PAUSE, "looking after removed tenants", this::finishAll);
    }

    void finishAll() {
        for (TenantLifeSql.Ending tenant : db.read(sql::leaving)) {
            db.run(connection -> {
                List<AuditEntry> events = new ArrayList<>(endings.ofGrants(connection, tenant.id(), tenant.name()));
                events.add(AuditEntry.success("tenant.gone", "tenant", tenant.id(), tenant.name()));
                if (sql.finish(connection, tenant.id())) {
                    audit.recordAll(
                            connection,
                            events.stream()
                                    .map(event -> event.tenant(tenant.id()).by(ACTOR))
                                    .toList());
                }
            });
        }
    }
}
