package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.web.RequestInfo;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.UUID;
import org.jboss.logging.MDC;
import org.jspecify.annotations.Nullable;

/**
 * Something that somebody tried who did not prove who they are, or that it was they who meant it.
 *
 * @param action stable code, {@code <object>.<verb>}
 * @param objectId what it was tried on, as far as that is known; {@code objectName} likewise
 * @param more what else is to be kept, for example how often it happened
 * @param actor who it was, if somebody was logged in and something else was missing
 */
public record Attempt(
        String action,
        String objectKind,
        String objectId,
        String objectName,
        String reason,
        UUID requestId,
        String source,
        Map<String, Object> more,
        @Nullable Actor actor) {
    private static final int LONGEST_ID = 200;

    static Attempt of(RoutingContext context, String action, String kind, String id, String reason) {
        UUID request = RequestInfo.idOf(context);
        return new Attempt(
                action,
                kind,
                plain(id),
                "",
                plain(reason),
                request == null ? UUID.randomUUID() : request,
                RequestInfo.addressOf(context),
                Map.of(),
                null);
    }

    /** Of somebody who is logged in after all. */
    Attempt by(Actor person) {
        return new Attempt(action, objectKind, objectId, objectName, reason, requestId, source, more, person);
    }

    /** Where there is no request at hand; its id is that of the log. */
    static Attempt logIn(String userId, String login, String reason, String source) {
        UUID request = MDC.get("requestId") instanceof String id ? UUID.fromString(id) : UUID.randomUUID();
        return new Attempt("session.login", "user", userId, login, reason, request, source, Map.of(), null);
    }

    /** Not at the web server: there is no request. */
    static Attempt elsewhere(String action, String node, String reason, String source) {
        return new Attempt(action, "node", plain(node), "", plain(reason), UUID.randomUUID(), source, Map.of(), null);
    }

    /** Of a person at their own account. */
    static Attempt of(Actor person, String action, String reason, String source) {
        Attempt attempt = logIn(person.requireUserId().toString(), person.login(), reason, source);
        return new Attempt(
                action,
                attempt.objectKind,
                attempt.objectId,
                attempt.objectName,
                reason,
                attempt.requestId,
                source,
                Map.of(),
                person);
    }

    Attempt more(String why, Map<String, Object> facts) {
        return new Attempt(action, objectKind, objectId, objectName, reason + why, requestId, source, facts, actor);
    }

    private static String plain(String text) {
        String told = text.replaceAll("\\p{Cntrl}", "?");
        return told.substring(0, Math.min(told.length(), LONGEST_ID));
    }
}
