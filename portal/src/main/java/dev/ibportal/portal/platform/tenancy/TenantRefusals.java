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
        return quota(parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }

    /**
     * @param kind partitions, addresses or nodes
     * @param wanted how many more were asked for
     */
    public static Conflict quota(String kind, long limit, long used, long wanted) {
        String one = kind.equals("addresses") ? "address" : kind.substring(0, kind.length() - 1);
        return new Conflict(
                "quota-exceeded",
                "The tenant may have " + limit + " " + (limit == 1 ? one : kind) + " and has " + used + "; " + wanted
                        + " more " + (wanted == 1 ? "is" : "are") + " not possible, since " + Math.max(0, limit - used)
                        + " " + (limit - used == 1 ? "is" : "are") + " left. Ask for fewer, give some up, or let an"
                        + " operator raise the quota.",
                Map.of("quota", kind, "limit", limit, "used", used, "wanted", wanted));
    }

    /** Whether it is the quota that stands in the way. */
    public static boolean isQuota(Throwable failure) {
        return SqlError.is(failure, QUOTA);
    }
}
