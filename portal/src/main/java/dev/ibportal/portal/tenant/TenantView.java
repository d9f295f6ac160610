package dev.ibportal.portal.tenant;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A tenant as others see it.
 *
 * @param state active, suspended, leaving (being removed: its things are not yet proven absent) or gone
 * @param suspendedReason empty unless it is suspended
 */
public record TenantView(
        UUID id,
        String name,
        String description,
        String state,
        @Nullable Instant suspendedAt,
        String suspendedReason,
        @Nullable Instant removedAt,
        Instant createdAt,
        int version) {
    public boolean isActive() {
        return state.equals("active");
    }

    public boolean isSuspended() {
        return state.equals("suspended");
    }

    /** Whether it is being removed, or was. */
    public boolean isRemoved() {
        return removedAt != null;
    }
}
