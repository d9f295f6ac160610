package dev.ibportal.portal.request;

import org.jspecify.annotations.Nullable;

/**
 * A rule as an operator wants it, unread; it takes the place of the one for the same fabric and tenant.
 *
 * @param fabric id or name; absent: any
 * @param tenant id; absent: any
 * @param approvals 0 to 2; 0: what quota allows needs nobody
 * @param deciders {@code operator} or {@code tenant-admin}; absent: operator
 * @param daysHeld 1 to 365; absent: 14
 */
public record ApprovalRuleForm(
        @Nullable String fabric,
        @Nullable String tenant,
        @Nullable Integer approvals,
        @Nullable String deciders,
        @Nullable Integer daysHeld) {}
