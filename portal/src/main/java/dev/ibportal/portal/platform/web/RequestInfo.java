package dev.ibportal.portal.platform.web;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.http.Cookie;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;
import java.util.UUID;

/** The request's id, which answers, log lines and audit events share, and where it came from. */
@RequestScoped
public class RequestInfo {
    static final String KEY = "ibportal.request-id";
    static final String ADDRESS = "ibportal.client-address";

    private static final int LONGEST_AGENT = 400;

    private final Optional<RoutingContext> request;
    private final UUID requestId;
    private final String sourceAddress;

    RequestInfo(CurrentVertxRequest current) {
        this.request = Optional.ofNullable(current.getCurrent());
        this.requestId = request.map(context -> context.<UUID>get(KEY)).orElseGet(UUID::randomUUID);
        this.sourceAddress = request.map(RequestInfo::addressOf).orElse("");
    }

    /** For the parts that run before there is a request scope. */
    public static UUID idOf(RoutingContext context) {
        return context.get(KEY);
    }

    public static String addressOf(RoutingContext context) {
        return Optional.ofNullable(context.<String>get(ADDRESS)).orElse("");
    }

    /** The path as it came where it cannot be decoded. */
    public static String pathOf(RoutingContext context) {
        try {
            return context.normalizedPath();
        } catch (IllegalArgumentException e) {
            return context.request().uri().replaceFirst("[?#].*", "");
        }
    }

    /**
     * Whether it is for the API, which takes no cookies. Of the path as it is routed: what is written with dots must not be
     * one thing for one check and another for the next.
     */
    static boolean isForApi(RoutingContext context) {
        return pathOf(context).startsWith("/api/");
    }

    public UUID requestId() {
        return requestId;
    }

    public String sourceAddress() {
        return sourceAddress;
    }

    /** What the browser or program says it is, for people to recognise it by. */
    public String userAgent() {
        String agent = request.map(context -> context.request().getHeader("User-Agent"))
                .orElse("");
        return agent.substring(0, Math.min(agent.length(), LONGEST_AGENT));
    }

    /** Whether it came over HTTPS, here or at a trusted proxy. */
    public boolean isSecure() {
        return request.map(context -> context.request().isSSL()).orElse(false);
    }

    public Optional<String> cookie(String name) {
        return request.map(context -> context.request().getCookie(name)).map(Cookie::getValue);
    }
}
