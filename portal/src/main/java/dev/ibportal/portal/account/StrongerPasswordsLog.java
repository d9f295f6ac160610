package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.StrongerPasswords;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.util.UUID;

/** Writes down that the portal has hashed a password anew, so that it is not taken for a change behind its back. */
@ApplicationScoped
class StrongerPasswordsLog implements StrongerPasswords {
    private final AuditLog audit;

    StrongerPasswordsLog(AuditLog audit) {
        this.audit = audit;
    }

    @Override
    public void hashedAnew(Connection connection, UUID account, String login) {
        audit.record(
                connection,
                AuditEntry.success("user.hash-password", "user", account, login).by(Actor.system("passwords")));
    }
}
