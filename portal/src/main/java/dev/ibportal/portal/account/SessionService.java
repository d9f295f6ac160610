package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.config.PortalSettings;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.RequestInfo;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** The open browser sessions of a person: one's own, or for an operator anybody's. */
@ApplicationScoped
public class SessionService {
    private static final String KIND = "session";

    private final SessionSql sql;
    private final UserSql users;
    private final EndedSessions sessions;
    private final FabricDb db;
    private final AuditLog audit;
    private final CurrentActor actors;
    private final RequestInfo request;
    private final PortalSettings settings;
    private final Clock clock;

    SessionService(
            SessionSql sql,
            UserSql users,
            EndedSessions sessions,
            FabricDb db,
            AuditLog audit,
            CurrentActor actors,
            RequestInfo request,
            PortalSettings settings,
            Clock clock) {
        this.sql = sql;
        this.users = users;
        this.sessions = sessions;
        this.db = db;
        this.audit = audit;
        this.actors = actors;
        this.request = request;
        this.settings = settings;
        this.clock = clock;
    }

    /** @throws DomainFault.Forbidden for a token that was narrowed to other things than the person's credentials */
    void requireWholeCredential() {
        Set<String> scopes = actors.get().scopes();
        if (scopes != null && !scopes.contains(Permissions.TOKEN_OWN)) {
            throw new DomainFault.Forbidden("This token is narrowed to " + String.join(", ", new TreeSet<>(scopes))
                    + "; sessions need " + Permissions.TOKEN_OWN + ".");
        }
    }

    public Page<SessionView> mine(PageRequest page) {
        return list(actors.get().requireUserId(), page);
    }

    public Page<SessionView> of(UUID person, PageRequest page) {
        person(person);
        return list(person, page);
    }

    private Page<SessionView> list(UUID person, PageRequest page) {
        Instant now = clock.instant();
        byte[] current = cookie().map(Secrets::hash).orElse(new byte[0]);
        SessionSql.Open open = new SessionSql.Open(person, now, now.minus(settings.sessionIdle()));
        return db.read(connection -> sql.page(connection, open, current, page));
    }

    /** Only in a page is there one; the API takes no cookies. */
    private Optional<String> cookie() {
        return request.cookie(SessionCookies.session(request.isSecure()));
    }

    public void endMine(UUID session) {
        end(actors.get().requireUserId(), actors.get().login(), session);
    }

    public void end(UUID person, UUID session) {
        end(person, person(person).login(), session);
    }

    private void end(UUID person, String login, UUID session) {
        db.run(connection -> {
            if (!sql.end(connection, person, session)) {
                throw new DomainFault.NotFound(KIND, session);
            }
            audit.record(connection, AuditEntry.success("session.end", KIND, session, login));
        });
    }

    /** All but the one that asks. */
    public void endMyOthers() {
        endAll(actors.get().requireUserId(), actors.get().login(), cookie());
    }

    public void endAll(UUID person) {
        endAll(person, person(person).login(), Optional.empty());
    }

    private void endAll(UUID person, String login, Optional<String> but) {
        db.run(connection -> {
            int ended = sessions.end(connection, person, login, but.orElse(null), "all sessions ended");
            audit.record(
                    connection,
                    AuditEntry.success("session.end-all", "user", person, login).after(Map.of("ended", ended)));
        });
    }

    public UserView person(UUID id) {
        return db.read(connection -> users.find(connection, id))
                .orElseThrow(() -> new DomainFault.NotFound("user", id));
    }
}
