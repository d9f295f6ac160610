package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.web.QueryValues;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An {@link ApprovalRuleForm} that was read. */
record ApprovalRuleWish(int approvals, String deciders, int daysHeld) {
    private static final int MOST_APPROVALS = 2;
    private static final int USUAL_DAYS = 14;
    private static final int MOST_DAYS = 365;

    static ApprovalRuleWish read(ApprovalRuleForm form) {
        String deciders = QueryValues.oneOf("deciders", form.deciders(), List.of("operator", "tenant-admin"));
        return new ApprovalRuleWish(
                number("approvals", form.approvals(), 0, MOST_APPROVALS),
                deciders == null ? "operator" : deciders,
                form.daysHeld() == null ? USUAL_DAYS : number("daysHeld", form.daysHeld(), 1, MOST_DAYS));
    }

    private static int number(String field, @Nullable Integer number, int least, int most) {
        if (number == null || number < least || number > most) {
            throw new Invalid(field, number + "; " + least + " to " + most + " is expected");
        }
        return number;
    }
}
