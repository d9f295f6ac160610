package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.db.SqlFailure;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Passwords;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The people who may log in. */
@ApplicationScoped
public class UserService {
    private static final String KIND = "user";
    private static final int ONE_TIME_LENGTH = 20;

    private final UserSql sql;
    private final FabricDb db;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final Passwords passwords;

    UserService(UserSql sql, FabricDb db, AuditLog audit, CurrentActor actors, Passwords passwords) {
        this.sql = sql;
        this.db = db;
        this.audit = audit;
        this.actors = actors;
        this.passwords = passwords;
    }

    public Page<UserView> list(PageRequest page) {
        return db.read(connection -> sql.page(connection, page));
    }

    /** The person who asks, with the roles that count for this request: a provider's claims give some that no account has. */
    public UserView me() {
        Actor actor = actors.get();
        UUID id = actor.requireUserId();
        return db.read(connection -> sql.find(connection, id))
                .orElseThrow(() -> new DomainFault.NotFound(KIND, id))
                .withRoles(actor.grants().stream()
                        .map(grant -> new UserView.RoleView(grant.role().text(), grant.tenant()))
                        .sorted(Comparator.comparing(UserView.RoleView::role)
                                .thenComparing(role -> String.valueOf(role.tenant())))
                        .toList());
    }

    /** Adds a person. Without a password in the form one is made, which has to be changed at the first log-in. */
    public UserView create(UserForm form) {
        UserText text = UserText.of(form);
        String oneTime = form.password() == null ? Secrets.random(ONE_TIME_LENGTH) : null;
        String password = oneTime == null ? String.valueOf(form.password()) : oneTime;
        String hash = passwords.hash(
                "password", password, List.of(text.login(), text.name().text()));
        try {
            return db.write(connection -> {
                UUID id = UUID.randomUUID();
                if (!sql.insert(connection, id, text, hash, oneTime != null)) {
                    throw new DomainFault.Conflict(
                            "name-taken", "There is somebody with the log-in name " + text.login() + " already.");
                }
                UserView made = sql.find(connection, id).orElseThrow();
                audit.recordAll(connection, events(made));
                return made.withOneTimePassword(oneTime);
            });
        } catch (SqlFailure e) {
            if (SqlError.violates(e, "role_grant_tenant_id_fkey")) {
                throw new DomainFault.Invalid("roles", "names a tenant that does not exist");
            }
            throw e;
        }
    }

    /** Each tenant learns in its own log that somebody got roles of it. */
    private static List<AuditEntry> events(UserView made) {
        List<AuditEntry> events = new ArrayList<>();
        events.add(
                AuditEntry.success("user.create", KIND, made.id(), made.login()).after(state(made)));
        made.roles().stream()
                .map(UserView.RoleView::tenant)
                .filter(Objects::nonNull)
                .distinct()
                .forEach(tenant -> events.add(AuditEntry.success("user.change-roles", KIND, made.id(), made.login())
                        .tenant(tenant)
                        .before(Map.of("roles", List.of()))
                        .after(Map.of(
                                "roles",
                                made.roles().stream()
                                        .filter(role -> tenant.equals(role.tenant()))
                                        .map(UserView.RoleView::role)
                                        .sorted()
                                        .toList()))));
        return events;
    }

    /** Somebody who is to be made, with a password of their own choice. */
    public record NewPerson(String login, DisplayName name, String passwordHash) {}

    /** Slow on purpose, and so before any transaction. */
    public NewPerson prepare(@Nullable String account, @Nullable String name, String password) {
        UserText text = UserText.withoutRoles(account, name);
        String hash = passwords.hash(
                "password", password, List.of(text.login(), text.name().text()));
        return new NewPerson(text.login(), text.name(), hash);
    }

    /** In the transaction of this connection; the caller gives the roles and writes it down. */
    public UUID insert(Connection connection, NewPerson person) throws SQLException {
        UUID id = UUID.randomUUID();
        UserText text = new UserText(person.login(), person.name(), Set.of());
        if (!sql.insert(connection, id, text, person.passwordHash(), false)) {
            throw new DomainFault.Invalid(
                    List.of(new DomainFault.FieldError("login", "is taken; choose another log-in name", "login-taken")),
                    null);
        }
        return id;
    }

    private static Map<String, Object> state(UserView user) {
        return Map.of("login", user.login(), "name", user.name(), "roles", user.roles());
    }
}
