package dev.ibportal.portal.platform.web;

import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.core.net.SocketAddress;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;
import java.util.UUID;

/** The request's id, which answers, log lines and audit events share, and where it came from. */
@RequestScoped
public class RequestInfo {
    static final String KEY = "ibportal.request-id";

    private final UUID requestId;
    private final String sourceAddress;

    RequestInfo(CurrentVertxRequest current) {
        Optional<RoutingContext> request = Optional.ofNullable(current.getCurrent());
        this.requestId = request.map(context -> context.<UUID>get(KEY)).orElseGet(UUID::randomUUID);
        this.sourceAddress = request.map(RequestInfo::addressOf).orElse("");
    }

    /** For the parts that run before there is a request scope. */
    public static UUID idOf(RoutingContext context) {
        return context.get(KEY);
    }

    public static String addressOf(RoutingContext context) {
        return Optional.ofNullable(context.request().remoteAddress())
                .map(SocketAddress::hostAddress)
                .orElse("");
    }

    public UUID requestId() {
        return requestId;
    }

    public String sourceAddress() {
        return sourceAddress;
    }
}
