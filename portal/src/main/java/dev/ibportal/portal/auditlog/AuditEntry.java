package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.security.Actor;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What happened to which object. Who, when, from where and in which request is added when it is recorded. Build it from
 * one of the factories and the {@code with}-methods.
 *
 * @param action stable code {@code <object>.<verb>}, lower case
 * @param objectName the name or value as text, for example {@code 10.77.90.2}: it outlives the object
 * @param tenant the object's tenant; absent for what is nobody's. Unset in a tenant's transaction: the acting tenant
 * @param before state before, as JSON-able data (records, maps)
 * @param actor set for background work only; else who asks
 * @param source address, where it is not that of a web request
 * @param belongsTo ids by kind of what the object is a part of, whose history tells of it too
 */
public record AuditEntry(
        String action,
        String objectKind,
        String objectId,
        String objectName,
        @Nullable UUID tenant,
        @Nullable Object before,
        @Nullable Object after,
        Outcome outcome,
        String reason,
        @Nullable Actor actor,
        @Nullable String source,
        Map<String, UUID> belongsTo) {

    public enum Outcome {
        SUCCESS,
        DENIED,
        FAILED
    }

    public static AuditEntry success(String action, String objectKind, Object objectId, String objectName) {
        return of(action, objectKind, objectId, objectName, Outcome.SUCCESS, "");
    }

    public static AuditEntry denied(String action, String objectKind, Object objectId, String reason) {
        return of(action, objectKind, objectId, "", Outcome.DENIED, reason);
    }

    public static AuditEntry failed(
            String action, String objectKind, Object objectId, String objectName, String reason) {
        return of(action, objectKind, objectId, objectName, Outcome.FAILED, reason);
    }

    private static AuditEntry of(String action, String kind, Object id, String name, Outcome outcome, String reason) {
        return new AuditEntry(
                action, kind, id.toString(), name, null, null, null, outcome, reason, null, null, Map.of());
    }

    public AuditEntry named(String name) {
        return new AuditEntry(
                action, objectKind, objectId, name, tenant, before, after, outcome, reason, actor, source, belongsTo);
    }

    public AuditEntry tenant(@Nullable UUID of) {
        return new AuditEntry(
                action, objectKind, objectId, objectName, of, before, after, outcome, reason, actor, source, belongsTo);
    }

    public AuditEntry before(@Nullable Object state) {
        return new AuditEntry(
                action,
                objectKind,
                objectId,
                objectName,
                tenant,
                state,
                after,
                outcome,
                reason,
                actor,
                source,
                belongsTo);
    }

    public AuditEntry after(@Nullable Object state) {
        return new AuditEntry(
                action,
                objectKind,
                objectId,
                objectName,
                tenant,
                before,
                state,
                outcome,
                reason,
                actor,
                source,
                belongsTo);
    }

    public AuditEntry by(Actor who) {
        return new AuditEntry(
                action,
                objectKind,
                objectId,
                objectName,
                tenant,
                before,
                after,
                outcome,
                reason,
                who,
                source,
                belongsTo);
    }

    public AuditEntry from(String address) {
        return new AuditEntry(
                action,
                objectKind,
                objectId,
                objectName,
                tenant,
                before,
                after,
                outcome,
                reason,
                actor,
                address,
                belongsTo);
    }

    /** @param kind of what the object is a part of: {@code partition} or {@code pool} */
    public AuditEntry partOf(String kind, UUID whole) {
        Map<String, UUID> more = new TreeMap<>(belongsTo);
        more.put(kind, whole);
        return new AuditEntry(
                action, objectKind, objectId, objectName, tenant, before, after, outcome, reason, actor, source, more);
    }
}
