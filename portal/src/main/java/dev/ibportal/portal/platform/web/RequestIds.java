package dev.ibportal.portal.platform.web;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.UUID;
import org.jboss.logging.MDC;

/** Gives each request an id before anything else looks at it, so that a refused one has it too. */
@ApplicationScoped
class RequestIds {
    private static final int BEFORE_EVERYTHING = 10_000;

    void register(@Observes Filters filters) {
        filters.register(RequestIds::give, BEFORE_EVERYTHING);
    }

    private static void give(RoutingContext context) {
        UUID id = UUID.randomUUID();
        context.put(RequestInfo.KEY, id);
        MDC.put("requestId", id.toString());
        context.response().putHeader("X-Request-Id", id.toString());
        context.next();
    }
}
