package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Shell.Person;
import dev.ibportal.portal.platform.page.Shell.TenantChoice;
import dev.ibportal.portal.platform.page.Texts;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.Role;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** How roles are told: what somebody is, and to whom. */
final class RoleWords {
    private final AccountMessages messages;

    RoleWords(Shell shell) {
        this.messages = Texts.of(AccountMessages.class, shell.language());
    }

    List<String> of(Actor actor, Person person) {
        return actor.grants().stream()
                .map(grant -> messages.role_at(name(grant.role()), where(grant.tenant(), person.tenants())))
                .sorted()
                .toList();
    }

    String told(String role, @Nullable UUID tenant, List<TenantChoice> tenants) {
        return messages.role_at(Role.of(role).map(this::name).orElse(role), where(tenant, tenants));
    }

    String name(Role role) {
        return switch (role) {
            case OPERATOR -> messages.role_operator();
            case TENANT_ADMIN -> messages.role_tenant_admin();
            case TENANT_MEMBER -> messages.role_tenant_member();
            case PLANNER -> messages.role_planner();
            case AUDITOR -> messages.role_auditor();
        };
    }

    private String where(@Nullable UUID tenant, List<TenantChoice> tenants) {
        if (tenant == null) {
            return messages.everywhere();
        }
        return tenants.stream()
                .filter(choice -> choice.id().equals(tenant))
                .map(TenantChoice::name)
                .findFirst()
                .orElseGet(tenant::toString);
    }
}
