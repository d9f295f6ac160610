package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.Attempt;
import dev.ibportal.portal.platform.security.Denials;
import jakarta.enterprise.context.ApplicationScoped;

/** Keeps refused attempts: under the actor, without a tenant, for nobody is to learn whose the thing is. */
@ApplicationScoped
class DeniedAttempts implements Denials {
    private final AuditLog log;

    DeniedAttempts(AuditLog log) {
        this.log = log;
    }

    @Override
    public void denied(String action, String objectKind, String objectId, String reason) {
        log.recordAlone(AuditEntry.denied(action, objectKind, objectId, reason));
    }

    @Override
    public void denied(Attempt attempt) {
        AuditEntry entry = AuditEntry.denied(
                        attempt.action(), attempt.objectKind(), attempt.objectId(), attempt.reason())
                .named(attempt.objectName())
                .after(attempt.more().isEmpty() ? null : attempt.more())
                .by(attempt.actor() == null ? Actor.system("nobody") : attempt.actor());
        log.recordAttempt(entry, attempt.requestId(), attempt.source());
    }
}
