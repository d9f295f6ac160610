package dev.ibportal.portal.platform.tenancy;

import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import java.util.Map;
import java.util.Optional;

/** Words for what the database refuses because of the tenant itself: its quota, or that it is suspended or removed. */
public final class TenantRefusals {
    private static final String QUOTA = "IB005";
    private static final String SUSPENDED = "IB006";
    private static final String REMOVED = "IB007";

    private TenantRefusals() {}

    /** The fault that hides in this failure, if it is one of these. */
    public static Optional<DomainFault> in(Throwable failure) {
        return SqlError.in(failure).flatMap(TenantRefusals::explain);
    }

    private static Optional<DomainFault> explain(SqlError error) {
        return switch (error.state()) {
            case QUOTA -> Optional.of(quota(error.detail()));
            case SUSPENDED ->
                Optional.of(new Conflict(
                        "tenant-suspended",
                        "The tenant is suspended: everything stays as it is, and nothing is added, changed or removed"
                                + " until an operator resumes it."));
            case REMOVED ->
                Optional.of(new Conflict("tenant-removed", "The tenant is being removed; it gets nothing more."));
            default -> Optional.empty();
        };
    }

    /** The detail is {@code <kind> <limit> <used> <wanted>}. */
    private static Conflict quota(String detail) {
        String[] parts = detail.split(" ");
        String kind = parts[0];
        long limit = Long.parseLong(parts[1]);
        long used = Long.parseLong(parts[2]);
        long wanted = Long.parseLong(parts[3]);
        return new Conflict(
                "quota-exceeded",
                "quota: the tenant may have " + limit + " " + kind + " and has " + used + "; " + wanted + " more "
                        + (wanted == 1 ? "is" : "are") + " not possible. Give some up, or ask an operator for more.",
                Map.of("quota", kind, "limit", limit, "used", used, "wanted", wanted));
    }
}
