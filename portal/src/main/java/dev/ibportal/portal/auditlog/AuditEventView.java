package dev.ibportal.portal.auditlog;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One event. Names are as they were then.
 *
 * @param behalfName the tenant for whom the actor acted
 * @param tenantName whose the object is
 * @param number in the sealed log; none until it is in a signed block
 */
public record AuditEventView(
        long id,
        Instant at,
        @Nullable UUID actorId,
        String actorName,
        @Nullable UUID actorTenantId,
        @Nullable UUID behalfId,
        String behalfName,
        @Nullable UUID tenantId,
        String tenantName,
        String action,
        String objectKind,
        String objectId,
        String objectName,

        @Schema(implementation = Object.class) @JsonRawValue @Nullable
        String before,

        @Schema(implementation = Object.class) @JsonRawValue @Nullable
        String after,

        String outcome,
        String reason,
        UUID requestId,
        String sourceAddress,
        @Nullable Long number) {
    public boolean isSealed() {
        return number != null;
    }
}
