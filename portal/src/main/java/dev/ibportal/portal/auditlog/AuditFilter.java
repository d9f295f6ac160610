package dev.ibportal.portal.auditlog;

import jakarta.ws.rs.QueryParam;
import org.jspecify.annotations.Nullable;

/**
 * Which events are wanted; a {@code @BeanParam}. Whose events can be seen at all is decided by the acting tenant.
 *
 * @param from first instant, ISO 8601 with zone
 * @param to first instant that is not wanted any more
 * @param actor log-in name of whoever acted
 * @param action a code, or its beginning up to a dot ({@code pool.})
 * @param object id or name of the object, whole
 * @param search part of a name of object, tenant or actor
 */
public record AuditFilter(
        @QueryParam("from") @Nullable String from,
        @QueryParam("to") @Nullable String to,
        @QueryParam("actor") @Nullable String actor,
        @QueryParam("action") @Nullable String action,
        @QueryParam("objectKind") @Nullable String objectKind,
        @QueryParam("object") @Nullable String object,
        @QueryParam("outcome") @Nullable String outcome,
        @QueryParam("requestId") @Nullable String requestId,
        @QueryParam("search") @Nullable String search) {
    public static final AuditFilter ALL = new AuditFilter(null, null, null, null, null, null, null, null, null);
}
