package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Reads the audit log: a tenant's people what concerns the tenant, people of the whole portal everything. */
@ApplicationScoped
public class AuditReader {
    private static final String NEWEST_FIRST = "-at";
    private static final String OLDEST_FIRST = "at";

    private final AuditSql sql;
    private final Scope scope;
    private final FabricDb db;
    private final AuditLog log;
    private final TenantContext tenants;

    AuditReader(AuditSql sql, Scope scope, FabricDb db, AuditLog log, TenantContext tenants) {
        this.sql = sql;
        this.scope = scope;
        this.db = db;
        this.log = log;
        this.tenants = tenants;
    }

    /** The newest first, unless the request says otherwise. */
    public Page<AuditEventView> list(AuditFilter filter, PageRequest request) {
        String sort = request.sort() == null ? NEWEST_FIRST : request.sort();
        PageRequest sorted = request.sortedBy(sort);
        return scope.read(connection -> sql.page(connection, filter, sorted));
    }

    /** Checks the filter, and keeps that somebody exports; {@link #writeCsv} does it. */
    public void announceExport(AuditFilter filter) {
        list(filter, PageRequest.first(1));
        db.run(connection -> log.record(
                connection,
                AuditEntry.success("audit.export", "audit", "", "")
                        .tenant(tenants.tenant().orElse(null))
                        .after(filter)));
    }

    /** Everything that the filter lets through, the oldest first, piece by piece. */
    public void writeCsv(AuditFilter filter, OutputStream out) {
        try (AuditCsv csv = new AuditCsv(out)) {
            String cursor = null;
            do {
                Page<AuditEventView> piece = piece(filter, cursor);
                piece.items().forEach(csv::write);
                cursor = piece.next();
            } while (cursor != null);
        }
    }

    private Page<AuditEventView> piece(AuditFilter filter, @Nullable String cursor) {
        PageRequest request = PageRequest.of(PageRequest.MOST, cursor, OLDEST_FIRST);
        return scope.read(connection -> sql.page(connection, filter, request));
    }
}
