package dev.ibportal.portal.people;

import dev.ibportal.portal.account.UserService;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.people.InvitationSql.Usable;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.web.Ref;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The other end of an invitation. Whatever is wrong with a link, the answer is the same. */
@ApplicationScoped
public class Acceptance {
    private static final String KIND = "invitation";

    private final InvitationSql sql;
    private final PeopleSql people;
    private final UserService users;
    private final FabricDb db;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final Clock clock;

    Acceptance(
            InvitationSql sql,
            PeopleSql people,
            UserService users,
            FabricDb db,
            AuditLog audit,
            CurrentActor actors,
            Clock clock) {
        this.sql = sql;
        this.people = people;
        this.users = users;
        this.db = db;
        this.audit = audit;
        this.actors = actors;
        this.clock = clock;
    }

    /** What the invitation offers. */
    public record Offer(Ref tenant, String role, String invitedBy, Instant expiresAt) {}

    public Offer look(@Nullable String secret) {
        return db.read(connection -> offer(find(connection, secret)));
    }

    private Usable find(Connection connection, @Nullable String secret) throws SQLException {
        return sql.usable(connection, Secrets.hash(secret == null ? "" : secret.strip()), clock.instant())
                .orElseThrow(Acceptance::over);
    }

    private static Offer offer(Usable found) {
        return new Offer(found.tenant(), found.role().text(), found.invitedBy(), found.expires());
    }

    /** The person who asks becomes one of the tenant's. */
    public Offer accept(@Nullable String secret) {
        Actor actor = actors.get();
        UUID person = actor.requireUserId();
        if (actor.mustChangePassword() || actor.scopes() != null) {
            throw new DomainFault.Forbidden(
                    "An invitation is accepted by a person with all their rights: not with a one-time password, not with a"
                            + " narrowed token, and not by a service account.");
        }
        return db.write(connection -> {
            if (!sql.isPerson(connection, person)) {
                throw new DomainFault.Forbidden("An invitation is for a person.");
            }
            return use(connection, find(connection, secret), person, actor);
        });
    }

    /** Somebody new becomes a local user and one of the tenant's people. */
    public Offer acceptAsNew(@Nullable String secret, @Nullable String login, @Nullable String name, String password) {
        // Before anything slow: strangers with made-up links must not keep the portal busy with passwords.
        look(secret);
        UserService.NewPerson somebody = users.prepare(login, name, password);
        try {
            return become(secret, somebody);
        } catch (DomainFault.Invalid taken) {
            // Which log-in names there are is learned by trying: each try is told.
            audit.recordAlone(AuditEntry.denied(
                    "invitation.accept", KIND, "", taken.problem().detail()));
            throw taken;
        }
    }

    private Offer become(@Nullable String secret, UserService.NewPerson somebody) {
        return db.write(connection -> {
            Usable found = find(connection, secret);
            UUID person = users.insert(connection, somebody);
            sql.leaveUnvouched(connection, person, found.invitedBy());
            Actor actor = new Actor(person, somebody.login(), somebody.login(), java.util.Set.of(), false);
            audit.record(
                    connection,
                    AuditEntry.success("user.create", "user", person, somebody.login())
                            .tenant(found.tenant().id())
                            .by(actor));
            return use(connection, found, person, actor);
        });
    }

    private Offer use(Connection connection, Usable found, UUID person, Actor actor) throws SQLException {
        if (!sql.use(connection, found.id(), actor.login(), clock.instant())) {
            throw over();
        }
        people.addRole(connection, found.tenant().id(), person, found.role());
        audit.record(
                connection,
                AuditEntry.success("invitation.accept", KIND, found.id(), actor.login())
                        .tenant(found.tenant().id())
                        .after(Map.of("role", found.role().text(), "user", actor.login()))
                        .by(actor));
        return offer(found);
    }

    private static DomainFault over() {
        return new DomainFault.NotFound(KIND, "");
    }
}
