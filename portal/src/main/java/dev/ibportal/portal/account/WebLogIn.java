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
import dev.ibportal.portal.platform.security.Vouched;
import dev.ibportal.portal.platform.security.VouchedPeople;
import dev.ibportal.portal.platform.security.WebSessions;
import dev.ibportal.portal.platform.web.RequestInfo;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The door for browsers: both ways through it are written down. */
@ApplicationScoped
class WebLogIn {
    private static final String KIND = "user";

    private final LogIn people;
    private final WebSessions sessions;
    private final KnownBrowsers browsers;
    private final VouchedPeople vouchedPeople;
    private final FabricDb db;
    private final AuditLog audit;
    private final RequestInfo request;

    WebLogIn(
            LogIn people,
            WebSessions sessions,
            KnownBrowsers browsers,
            VouchedPeople vouchedPeople,
            FabricDb db,
            AuditLog audit,
            RequestInfo request) {
        this.people = people;
        this.sessions = sessions;
        this.browsers = browsers;
        this.vouchedPeople = vouchedPeople;
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
        Actor actor = people.check(login, password, place);
        return db.write(connection -> {
            String session = begin(connection, actor, null, Map.of("by", "password"));
            return new Opened(actor, session, browsers.remember(connection, actor.requireUserId(), place.browser()));
        });
    }

    /**
     * Somebody comes back from an OpenID provider.
     *
     * @return value of the session's cookie
     * @throws DomainFault.Forbidden when neither claims nor the portal give them any role
     */
    String open(Vouched vouched) {
        VouchedPeople.Recognised who = vouchedPeople.recognise(vouched);
        if (who.actor().grants().isEmpty()) {
            DomainFault fault = new DomainFault.Forbidden("The provider knows you, but nothing gives you a role here.");
            refused(fault.problem().detail(), who.actor());
            throw fault;
        }
        WebSessions.Voucher voucher = new WebSessions.Voucher(vouched.issuer(), vouched.logOutAt(), who.claimed());
        Map<String, Object> told = Map.of(
                "by", vouched.issuer(),
                "roles", who.claimed().stream().map(WebLogIn::text).sorted().toList(),
                "ignored", who.ignored());
        return db.write(connection -> begin(connection, who.actor(), voucher, told));
    }

    private static String text(Actor.Grant grant) {
        return grant.role().text() + (grant.tenant() == null ? "" : " of " + grant.tenant());
    }

    private String begin(
            Connection connection, Actor actor, WebSessions.@Nullable Voucher voucher, Map<String, Object> told)
            throws SQLException {
        Optional<String> before = cookie();
        if (before.isPresent()) {
            sessions.end(connection, before.get());
        }
        audit.record(
                connection,
                AuditEntry.success("session.login", KIND, actor.requireUserId(), actor.login())
                        .after(told)
                        .by(actor));
        return sessions.begin(connection, opening(actor.requireUserId(), voucher));
    }

    private WebSessions.Opening opening(UUID person, WebSessions.@Nullable Voucher voucher) {
        return new WebSessions.Opening(person, request.sourceAddress(), request.userAgent(), voucher);
    }

    private Optional<String> cookie() {
        return request.cookie(SessionCookies.session(request.isSecure()));
    }

    void refused(String reason, Actor who) {
        if (who.userId() == null) {
            people.refused(reason, Place.of(request));
            return;
        }
        audit.recordAlone(AuditEntry.denied("session.login", KIND, "", reason).by(who));
    }

    /** Of two log-outs at once one has ended the session, and only that one is written down. */
    Optional<WebSessions.Ended> close(Actor actor) {
        String cookie = cookie().orElse("");
        return db.write(connection -> {
            Optional<WebSessions.Ended> ended = sessions.end(connection, cookie);
            if (ended.isPresent()) {
                audit.record(
                        connection, AuditEntry.success("session.logout", KIND, actor.requireUserId(), actor.login()));
            }
            return ended;
        });
    }

    /** The same person in a new session, after the old ones have ended. */
    String reopen(Actor actor) {
        return db.write(connection -> {
            audit.record(connection, AuditEntry.success("session.reopen", KIND, actor.requireUserId(), actor.login()));
            return sessions.begin(connection, opening(actor.requireUserId(), null));
        });
    }
}
