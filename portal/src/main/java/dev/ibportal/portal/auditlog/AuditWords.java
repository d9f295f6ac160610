package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.page.Badge;

/** How outcomes are told; actions are stable codes and stay as they are. Public for the templates. */
public record AuditWords(AuditMessages messages) {
    public Badge sealed(boolean sealed) {
        return sealed ? Badge.good(messages.is_sealed()) : Badge.busy(messages.not_sealed());
    }

    /** What kind of thing it was; as it is where there is no word. */
    public String kind(String code) {
        return switch (code) {
            case "partition" -> messages.k_partition();
            case "member" -> messages.k_member();
            case "pool" -> messages.k_pool();
            case "address" -> messages.k_address();
            case "node" -> messages.k_node();
            case "port" -> messages.k_port();
            case "fabric" -> messages.k_fabric();
            case "tenant" -> messages.k_tenant();
            case "user" -> messages.k_user();
            case "session" -> messages.k_session();
            case "token" -> messages.k_token();
            case "invitation" -> messages.k_invitation();
            case "service-account" -> messages.k_service_account();
            case "removal-request" -> messages.k_removal_request();
            case "endpoint" -> messages.k_endpoint();
            case "audit" -> messages.k_audit();
            default -> code;
        };
    }

    public Badge outcome(String outcome) {
        return switch (outcome) {
            case "success" -> Badge.good(messages.success());
            case "denied" -> Badge.warn(messages.denied());
            default -> Badge.bad(messages.failed());
        };
    }
}
