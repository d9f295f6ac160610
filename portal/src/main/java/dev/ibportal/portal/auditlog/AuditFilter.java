package dev.ibportal.portal.auditlog;

import jakarta.ws.rs.QueryParam;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which events are wanted; a {@code @BeanParam}. Whose events can be seen at all is decided by the acting tenant.
 *
 * @param from first instant, ISO 8601 with zone; or a time of {@code zone}, or a day, which begins where that says
 * @param to first instant that is not wanted any more; or the last day that is
 * @param zone of days, for example Europe/Berlin; UTC unless it is given
 * @param actor log-in name of whoever acted
 * @param action a code, or its beginning up to a dot ({@code pool.} or {@code pool})
 * @param object id or name of the object, whole
 * @param tenantName name of the object's tenant, as it was then
 * @param within kind and id of a thing, for example partition:&lt;id&gt;: what happened to it and to what is or was in it
 * @param search part of a name of object, tenant or actor
 */
public record AuditFilter(
        @QueryParam("from") @Nullable String from,
        @QueryParam("to") @Nullable String to,
        @QueryParam("zone") @Nullable String zone,
        @QueryParam("actor") @Nullable String actor,
        @QueryParam("action") @Nullable String action,
        @QueryParam("objectKind") @Nullable String objectKind,
        @QueryParam("object") @Nullable String object,
        @QueryParam("outcome") @Nullable String outcome,
        @QueryParam("requestId") @Nullable String requestId,
        @QueryParam("tenantName") @Nullable String tenantName,
        @QueryParam("within") @Nullable String within,
        @QueryParam("search") @Nullable String search) {
    public static final AuditFilter ALL =
            new AuditFilter(null, null, null, null, null, null, null, null, null, null, null, null);

    /** Only what was given, for people to read. */
    public Map<String, String> given() {
        Map<String, String> given = new LinkedHashMap<>();
        put(given, "from", from);
        put(given, "to", to);
        if (!given.isEmpty()) {
            // It says where days begin; where there are none it leaves nothing out.
            put(given, "zone", zone);
        }
        put(given, "actor", actor);
        put(given, "action", action);
        put(given, "objectKind", objectKind);
        put(given, "object", object);
        put(given, "outcome", outcome);
        put(given, "requestId", requestId);
        put(given, "tenantName", tenantName);
        put(given, "within", within);
        put(given, "search", search);
        return given;
    }

    private static void put(Map<String, String> given, String name, @Nullable String value) {
        if (value != null && !value.isBlank()) {
            given.put(name, value.strip());
        }
    }
}
