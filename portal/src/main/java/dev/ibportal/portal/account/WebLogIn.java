package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.LogIn;
import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.platform.web.RequestInfo;
import jakarta.enterprise.context.ApplicationScoped;

/** The door for browsers: both ways through it are written down. */
@ApplicationScoped
class WebLogIn {
    private static final String KIND = "user";

    private final LogIn people;
    private final WebSessions sessions;
    private final FabricDb db;
    private final AuditLog audit;
    private final RequestInfo request;

    WebLogIn(LogIn people, WebSessions sessions, FabricDb db, AuditLog audit, RequestInfo request) {
        this.people = people;
        this.sessions = sessions;
        this.db = db;
        this.audit = audit;
        this.request = request;
    }

    record Opened(Actor actor, String session) {}

    Opened open(String login, String password) {
        Actor actor = check(login, password);
        String session = db.write(connection -> {
            String id = sessions.begin(connection, actor.requireUserId());
            audit.record(
                    connection,
                    AuditEntry.success("session.login", KIND, actor.requireUserId(), actor.login())
                            .by(actor));
            return id;
        });
        return new Opened(actor, session);
    }

    private Actor check(String login, String password) {
        try {
            return people.check(login, password, request.sourceAddress());
        } catch (DomainFault.Unauthenticated | DomainFault.TooMany fault) {
            audit.recordAlone(
                    AuditEntry.denied("session.login", KIND, "", fault.problem().detail())
                            .by(Actor.system("nobody")));
            throw fault;
        }
    }

    void close(Actor actor, String session) {
        db.run(connection -> {
            sessions.end(connection, session);
            audit.record(connection, AuditEntry.success("session.logout", KIND, actor.requireUserId(), actor.login()));
        });
    }
}
