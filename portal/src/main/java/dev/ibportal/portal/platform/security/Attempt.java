package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.web.RequestInfo;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.UUID;
import org.jboss.logging.MDC;

/**
 * Something that somebody tried who did not prove who they are.
 *
 * @param action stable code, {@code <object>.<verb>}
 * @param objectId what it was tried on, as far as that is known; {@code objectName} likewise
 * @param more what else is to be kept, for example how often it happened
 */
public record Attempt(
        String action,
        String objectKind,
        String objectId,
        String objectName,
        String reason,
        UUID requestId,
        String source,
        Map<String, Object> more) {
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
                Map.of());
    }

    /** Where there is no request at hand; its id is that of the log. */
    static Attempt logIn(String userId, String login, String reason, String source) {
        UUID request = MDC.get("requestId") instanceof String id ? UUID.fromString(id) : UUID.randomUUID();
        return new Attempt("session.login", "user", userId, login, reason, request, source, Map.of());
    }

    Attempt more(String why, Map<String, Object> facts) {
        return new Attempt(action, objectKind, objectId, objectName, reason + why, requestId, source, facts);
    }

    private static String plain(String text) {
        String told = text.replaceAll("\\p{Cntrl}", "?");
        return told.substring(0, Math.min(told.length(), LONGEST_ID));
    }
}
