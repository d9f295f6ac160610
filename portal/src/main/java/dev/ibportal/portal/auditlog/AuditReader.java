package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;

/** Reads the audit log: a tenant's people what concerns the tenant, people of the whole portal everything. */
@ApplicationScoped
public class AuditReader {
    private static final String NEWEST_FIRST = "-at";

    private final AuditSql sql;
    private final Scope scope;

    AuditReader(AuditSql sql, Scope scope) {
        this.sql = sql;
        this.scope = scope;
    }

    /** The newest first, unless the request says otherwise. */
    public Page<AuditEventView> list(AuditFilter filter, PageRequest request) {
        String sort = request.sort() == null ? NEWEST_FIRST : request.sort();
        PageRequest sorted = request.sortedBy(sort);
        return scope.read(connection -> sql.page(connection, filter, sorted));
    }
}
