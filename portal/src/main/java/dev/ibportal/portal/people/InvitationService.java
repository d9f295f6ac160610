package dev.ibportal.portal.people;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.people.InvitationSql.NewInvitation;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Invitations of a tenant: a link, shown once, that makes whoever opens it first one of the tenant's people. */
@ApplicationScoped
public class InvitationService {
    static final int SECRET_LENGTH = 40;
    private static final String KIND = "invitation";
    private static final Duration USUAL = Duration.ofDays(7);
    private static final Duration LONGEST = Duration.ofDays(30);

    private final TenantDoor door;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final InvitationSql sql;
    private final AuditLog audit;
    private final Clock clock;

    InvitationService(
            TenantDoor door,
            TenantTransaction transaction,
            Scope scope,
            InvitationSql sql,
            AuditLog audit,
            Clock clock) {
        this.door = door;
        this.transaction = transaction;
        this.scope = scope;
        this.sql = sql;
        this.audit = audit;
        this.clock = clock;
    }

    public Page<InvitationView> list(UUID tenant, PageRequest page) {
        door.enter(tenant);
        return scope.read(connection -> sql.page(connection, tenant, page));
    }

    public InvitationView get(UUID tenant, UUID id) {
        door.enter(tenant);
        return scope.read(
                connection -> sql.find(connection, tenant, id).orElseThrow(() -> new DomainFault.NotFound(KIND, id)));
    }

    /** The secret of the link is in this answer and nowhere else. */
    public InvitationView create(UUID tenant, InvitationForm form) {
        door.enter(tenant);
        Role role = TenantDoor.role("role", form.role());
        door.requireMayGive(tenant, role);
        String note = PlainText.line("note", form.note());
        Instant expires = expiry(form.expiresAt());
        String secret = Secrets.random(SECRET_LENGTH);
        UUID id = UUID.randomUUID();
        return transaction.call(connection -> {
            String by = door.actor().login();
            sql.insert(connection, new NewInvitation(id, tenant, role, note, secret, by, expires));
            audit.record(AuditEntry.success("invitation.create", KIND, id, note)
                    .after(Map.of("role", role.text(), "note", note, "expiresAt", expires)));
            return sql.find(connection, tenant, id).orElseThrow().shown(secret);
        });
    }

    private Instant expiry(@Nullable Instant wanted) {
        Instant now = clock.instant();
        // What a token opens ends with it, at the latest.
        Instant end = door.actor().until();
        if (wanted == null) {
            Instant usual = now.plus(USUAL);
            return end != null && end.isBefore(usual) ? end : usual;
        }
        if (end != null && wanted.isAfter(end)) {
            throw new DomainFault.Invalid(
                    "expiresAt", wanted + " is after " + end + ", when the token ends by which you ask");
        }
        if (!wanted.isAfter(now) || wanted.isAfter(now.plus(LONGEST))) {
            throw new DomainFault.Invalid(
                    "expiresAt", wanted + " is not within the next " + LONGEST.toDays() + " days");
        }
        return wanted;
    }

    public void revoke(UUID tenant, UUID id) {
        door.enter(tenant);
        transaction.run(connection -> {
            InvitationView present =
                    sql.find(connection, tenant, id).orElseThrow(() -> new DomainFault.NotFound(KIND, id));
            if (!sql.revoke(connection, tenant, id, clock.instant())) {
                throw new DomainFault.Conflict(
                        "invitation-over", "The invitation is " + present.state() + "; there is nothing to revoke.");
            }
            audit.record(AuditEntry.success("invitation.revoke", KIND, id, present.note())
                    .before(Map.of("role", present.role(), "note", present.note())));
        });
    }
}
