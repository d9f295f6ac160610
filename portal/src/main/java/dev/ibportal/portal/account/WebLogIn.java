package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.security.KnownBrowsers;
import dev.ibportal.portal.platform.security.LogIn;
import dev.ibportal.portal.platform.security.Place;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.platform.web.RequestInfo;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The door for browsers: both ways through it are written down. */
@ApplicationScoped
class WebLogIn {
    private static final String KIND = "user";

    private final LogIn people;
    private final WebSessions sessions;
    private final KnownBrowsers browsers;
    private final FabricDb db;
    private final AuditLog audit;
    private final RequestInfo request;

    WebLogIn(
            LogIn people,
            WebSessions sessions,
            KnownBrowsers browsers,
            FabricDb db,
            AuditLog audit,
            RequestInfo request) {
        this.people = people;
        this.sessions = sessions;
        this.browsers = browsers;
        this.db = db;
        this.audit = audit;
        this.request = request;
    }

    /**
     * @param session value of the session's cookie
     * @param browser value of the cookie by which this browser is known from now on
     */
    record Opened(Actor actor, String session, String browser) {}

    /** Always a new session, whatever cookie came along; a session that was still open in this browser ends. */
    Opened open(String login, String password) {
        Place place = Place.of(request);
        Actor actor = check(login, password, place);
        return db.write(connection -> {
            Optional<String> before = cookie();
            if (before.isPresent()) {
                sessions.end(connection, before.get());
            }
            String session = sessions.begin(connection, opening(actor.requireUserId()));
            String browser = browsers.remember(connection, actor.requireUserId(), place.browser());
            audit.record(
                    connection,
                    AuditEntry.success("session.login", KIND, actor.requireUserId(), actor.login())
                            .after(Map.of("by", "password"))
                            .by(actor));
            return new Opened(actor, session, browser);
        });
    }

    private WebSessions.Opening opening(UUID person) {
        return new WebSessions.Opening(person, request.sourceAddress(), request.userAgent(), null);
    }

    private Optional<String> cookie() {
        return request.cookie(SessionCookies.session(request.isSecure()));
    }

    private Actor check(String login, String password, Place place) {
        try {
            return people.check(login, password, place);
        } catch (DomainFault.Unauthenticated | DomainFault.TooMany fault) {
            audit.recordAlone(
                    AuditEntry.denied("session.login", KIND, "", fault.problem().detail())
                            .by(Actor.system("nobody")));
            throw fault;
        }
    }

    /** Of two log-outs at once one has ended the session, and only that one is written down. */
    Optional<WebSessions.Ended> close(Actor actor) {
        String cookie = cookie().orElse("");
        return db.write(connection -> {
            Optional<WebSessions.Ended> ended = sessions.end(connection, cookie);
            if (ended.isPresent()) {
                audit.record(
                        connection,
                        AuditEntry.success("session.logout", KIND, actor.requireUserId(), actor.login()));
            }
            return ended;
        });
    }

    /** The same person in a new session, after the old ones have ended. */
    String reopen(Actor actor) {
        return db.write(connection -> sessions.begin(connection, opening(actor.requireUserId())));
    }
}
