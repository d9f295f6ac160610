package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.page.Badge;

/** How outcomes are told; actions are stable codes and stay as they are. Public for the templates. */
public record AuditWords(AuditMessages messages) {
    public Badge sealed(boolean sealed) {
        return sealed ? Badge.good(messages.is_sealed()) : Badge.busy(messages.not_sealed());
    }

    public Badge outcome(String outcome) {
        return switch (outcome) {
            case "success" -> Badge.good(messages.success());
            case "denied" -> Badge.warn(messages.denied());
            default -> Badge.bad(messages.failed());
        };
    }
}
