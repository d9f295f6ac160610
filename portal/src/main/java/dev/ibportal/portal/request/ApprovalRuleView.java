package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.web.Ref;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Who decides requests. The rule for a tenant on a fabric goes before the tenant's, that before the fabric's, that before
 * the general one; where there is none, one operator decides, and requests are held for 14 days.
 *
 * @param fabric absent: any
 * @param tenant absent: any
 * @param approvals how many have to approve; 0: what quota allows needs nobody
 * @param deciders {@code operator}, or {@code tenant-admin}: these as well
 * @param daysHeld how long a submitted request holds what it asks for
 */
public record ApprovalRuleView(
        UUID id, @Nullable Ref fabric, @Nullable Ref tenant, int approvals, String deciders, int daysHeld) {}
