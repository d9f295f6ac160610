package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Role;
import java.util.List;

/** Roles in a tenant, and states of invitations, in the person's language. Public for the templates. */
public final class RoleNames {
    private final PeopleMessages messages;

    public RoleNames(Shell shell) {
        this.messages = Texts.of(PeopleMessages.class, shell.language());
    }

    public List<String> all() {
        return Role.ofTenants().stream().map(Role::text).toList();
    }

    public String name(String role) {
        return switch (Role.of(role).orElseThrow()) {
            case OPERATOR -> messages.role_operator();
            case TENANT_ADMIN -> messages.role_tenant_admin();
            case TENANT_MEMBER -> messages.role_tenant_member();
            case PLANNER -> messages.role_planner();
            case AUDITOR -> messages.role_auditor();
        };
    }

    /** What it is for, in a few words. */
    public String purpose(String role) {
        return switch (Role.of(role).orElseThrow()) {
            case OPERATOR -> "";
            case TENANT_ADMIN -> messages.purpose_tenant_admin();
            case TENANT_MEMBER -> messages.purpose_tenant_member();
            case PLANNER -> messages.purpose_planner();
            case AUDITOR -> messages.purpose_auditor();
        };
    }

    public Badge invitation(String state) {
        return switch (state) {
            case "open" -> Badge.busy(messages.state_open());
            case "accepted" -> Badge.good(messages.state_accepted());
            case "revoked" -> Badge.off(messages.state_revoked());
            default -> Badge.off(messages.state_expired());
        };
    }
}
