package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.Newcomers;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.util.Map;
import java.util.UUID;

/** Writes down accounts that nobody here has made. */
@ApplicationScoped
class NewcomersLog implements Newcomers {
    private final AuditLog audit;

    NewcomersLog(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    public void joined(Connection connection, UUID account, String login, String issuer) {
        audit.record(
                connection,
                AuditEntry.success("user.create", "user", account, login)
                        .after(Map.of("login", login, "issuer", issuer))
                        .by(Actor.system("openid")));
    }
}
