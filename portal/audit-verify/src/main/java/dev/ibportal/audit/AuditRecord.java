package dev.ibportal.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event, as its digest takes it: ids as text, JSON exactly as the database prints it.
 *
 * @param behalfId the tenant for whom the actor acted
 * @param tenantId the tenant whose the object is
 */
public record AuditRecord(
        long id,
        Instant at,
        @Nullable String actorId,
        String actorName,
        @Nullable String actorTenantId,
        @Nullable String behalfId,
        String behalfName,
        @Nullable String tenantId,
        String tenantName,
        String action,
        String objectKind,
        String objectId,
        String objectName,
        @Nullable String before,
        @Nullable String after,
        String outcome,
        String reason,
        String requestId,
        String sourceAddress) {}
