package dev.ibportal.portal.request.core;

import java.util.Locale;
import java.util.Set;

/** Where a request is on its way. The database knows the same ways and lets it go no other. */
public enum RequestState {
    DRAFT,
    SUBMITTED,
    APPROVED,
    PROVISIONING,
    READY,
    RELEASING,
    RELEASED,
    DENIED,
    WITHDRAWN,
    EXPIRED,
    FAILED;

    public Set<RequestState> next() {
        return switch (this) {
            case DRAFT -> Set.of(SUBMITTED, WITHDRAWN);
            case SUBMITTED -> Set.of(APPROVED, DENIED, WITHDRAWN, EXPIRED);
            case APPROVED -> Set.of(PROVISIONING, WITHDRAWN, FAILED);
            case PROVISIONING -> Set.of(READY, FAILED);
            case FAILED -> Set.of(PROVISIONING, WITHDRAWN);
            case READY -> Set.of(RELEASING);
            case RELEASING -> Set.of(RELEASED);
            case RELEASED, DENIED, WITHDRAWN, EXPIRED -> Set.of();
        };
    }

    public boolean isOver() {
        return next().isEmpty();
    }

    /** As the database and programs call it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @param code as the database has it */
    public static RequestState of(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
