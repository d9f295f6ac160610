package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Passwords;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What operators do for people: a new one-time password, another name, shut out and let in again. */
@ApplicationScoped
public class PersonCare {
    private static final String KIND = "user";
    private static final int ONE_TIME_LENGTH = 20;

    private final UserSql users;
    private final PersonCareSql sql;
    private final EndedSessions sessions;
    private final FabricDb db;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final Passwords passwords;
    private final Clock clock;

    PersonCare(
            UserSql users,
            PersonCareSql sql,
            EndedSessions sessions,
            FabricDb db,
            AuditLog audit,
            CurrentActor actors,
            Passwords passwords,
            Clock clock) {
        this.users = users;
        this.sql = sql;
        this.sessions = sessions;
        this.db = db;
        this.audit = audit;
        this.actors = actors;
        this.passwords = passwords;
        this.clock = clock;
    }

    public UserView get(UUID id) {
        return db.read(connection -> users.find(connection, id)).orElseThrow(() -> new NotFound(KIND, id));
    }

    /** Ends all sessions of the person. The password is told once, and has to be changed at the next log-in. */
    public UserView newPassword(UUID id) {
        String oneTime = Secrets.random(ONE_TIME_LENGTH);
        String hash = passwords.hash("password", oneTime);
        return db.write(connection -> {
            UserView user = users.find(connection, id).orElseThrow(() -> new NotFound(KIND, id));
            sql.setOneTimePassword(connection, id, hash);
            sessions.end(connection, id, user.login(), null, "new one-time password");
            audit.record(connection, AuditEntry.success("user.reset-password", KIND, id, user.login()));
            return users.find(connection, id).orElseThrow().withOneTimePassword(oneTime);
        });
    }

    /** @param version the one that the change was made for */
    public UserView change(UUID id, int version, PersonChange change) {
        DisplayName name = Field.required("name", change.name(), DisplayName::new);
        boolean disabled = change.disabled() != null && change.disabled();
        Set<Role> roles = portalRoles(change.portalRoles());
        if (disabled && id.equals(actors.get().userId())) {
            throw new Conflict("own-account", "Nobody shuts themselves out; ask another operator.");
        }
        return db.write(connection -> {
            sql.lockOperators(connection);
            UserView before = users.lock(connection, id).orElseThrow(() -> new NotFound(KIND, id));
            ETags.requireMatch(version, before.version());
            sql.change(
                    connection,
                    id,
                    name,
                    change.vouched() == null ? before.vouched() : change.vouched(),
                    disabled ? clock.instant() : null);
            changeRoles(connection, before, roles);
            if (disabled) {
                sessions.end(connection, id, before.login(), null, "account disabled");
            }
            UserView after = users.find(connection, id).orElseThrow();
            audit.record(
                    connection,
                    AuditEntry.success(action(before, after), KIND, id, before.login())
                            .before(PersonChange.of(before))
                            .after(PersonChange.of(after)));
            return after;
        });
    }

    private void changeRoles(Connection connection, UserView before, Set<Role> roles) throws SQLException {
        if (Set.copyOf(before.portalRoles())
                .equals(roles.stream().map(Role::text).collect(Collectors.toSet()))) {
            return;
        }
        if (before.id().equals(actors.get().userId())) {
            throw new Conflict("own-roles", "Nobody changes their own roles; ask another operator.");
        }
        sql.setPortalRoles(connection, before.id(), roles);
        if (!sql.hasOperator(connection)) {
            throw new Conflict(
                    "last-operator", before.login() + " is the last operator; make somebody else one first.");
        }
    }

    private static Set<Role> portalRoles(@Nullable List<String> wanted) {
        Set<Role> roles = new LinkedHashSet<>();
        for (String text : wanted == null ? List.<String>of() : wanted) {
            roles.add(Role.of(text)
                    .filter(Role.ofPortal()::contains)
                    .orElseThrow(() -> new Invalid(
                            "portalRoles",
                            "\"" + text + "\" is no role for the whole portal; there are "
                                    + Role.ofPortal().stream().map(Role::text).collect(Collectors.joining(", ")))));
        }
        return roles;
    }

    private static String action(UserView before, UserView after) {
        if (!before.portalRoles().equals(after.portalRoles())) {
            return "user.change-roles";
        }
        if (before.vouched() != after.vouched()) {
            return after.vouched() ? "user.vouch" : "user.unvouch";
        }
        if ((before.disabledAt() == null) == (after.disabledAt() == null)) {
            return "user.update";
        }
        return after.disabledAt() == null ? "user.enable" : "user.disable";
    }
}
