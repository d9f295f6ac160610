package dev.ibportal.portal.platform.web;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.UUID;
import org.jboss.logging.MDC;

/** Gives each request an id, and finds out from where it comes, before anything else looks at it. */
@ApplicationScoped
class RequestIds {
    private static final int BEFORE_EVERYTHING = 10_000;

    private final ClientAddress addresses;

    RequestIds(ClientAddress addresses) {
        this.addresses = addresses;
    }

    void register(@Observes Filters filters) {
        filters.register(this::give, BEFORE_EVERYTHING);
    }

    private void give(RoutingContext context) {
        ensure(context);
        context.next();
    }

    /** Also for what the server refuses before any filter has seen it. */
    void ensure(RoutingContext context) {
        if (context.get(RequestInfo.KEY) != null) {
            return;
        }
        UUID id = UUID.randomUUID();
        context.put(RequestInfo.KEY, id);
        context.put(RequestInfo.ADDRESS, addresses.of(context.request()));
        MDC.put("requestId", id.toString());
        context.response().putHeader("X-Request-Id", id.toString());
    }
}
