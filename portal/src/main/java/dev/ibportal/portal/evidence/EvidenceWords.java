package dev.ibportal.portal.evidence;

import dev.ibportal.portal.evidence.core.Check;
import dev.ibportal.portal.platform.page.Badge;

/** How checks are told. Public for the templates. */
public record EvidenceWords(EvidenceMessages messages) {
    public Badge verdict(Check check) {
        return switch (check.verdict()) {
            case PROVED -> Badge.good(messages.proved());
            case BROKEN -> Badge.bad(messages.broken());
            case NOT_VERIFIED -> Badge.unknown(messages.not_verified());
        };
    }

    public String kind(Check check) {
        return switch (check.kind()) {
            case "keys-unique" -> messages.keys_unique();
            case "default-limited" -> messages.default_limited();
            case "no-foreign-members" -> messages.no_foreign_members();
            case "sm-keys" -> messages.sm_keys();
            default -> messages.negative_ping();
        };
    }
}
