package dev.ibportal.portal.testing;

import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jboss.logging.MDC;

/**
 * What a request has asked the database, log-in and setting of the tenant included; background work never counts.
 *
 * <p>Send the request twice and look at the second: the first one also writes down that the token was used.
 */
public final class SqlStatements {
    private static final Map<String, List<String>> BY_REQUEST = new ConcurrentHashMap<>();

    private SqlStatements() {}

    static void count(String sql) {
        if (MDC.get("requestId") instanceof String request) {
            BY_REQUEST
                    .computeIfAbsent(request, id -> new CopyOnWriteArrayList<>())
                    .add(sql);
        }
    }

    /** The statements of the request that was answered so, in their order. */
    public static List<String> of(Response response) {
        return List.copyOf(BY_REQUEST.getOrDefault(response.header("X-Request-Id"), List.of()));
    }
}
