package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.FaultWriter;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.Set;

/**
 * Looks at each request before anything else does. Plain HTTP is for this machine. What a page sends must come from one of
 * our own pages: beside the token in each form, for a neighbour in the same domain could plant a token with its cookie.
 */
@ApplicationScoped
class WebGuard {
    private static final int AFTER_THE_REQUEST_ID = 9_999;
    private static final Set<String> HARMLESS = Set.of("GET", "HEAD", "OPTIONS");
    private static final String JSON_FIRST = "application/json, */*;q=0.1";
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final ClientAddress addresses;
    private final FaultWriter faults;
    private final Event<TurnedAway> refusals;

    WebGuard(ClientAddress addresses, FaultWriter faults, Event<TurnedAway> refusals) {
        this.refusals = refusals;
        this.addresses = addresses;
        this.faults = faults;
    }

    void register(@Observes Filters filters) {
        filters.register(this::look, AFTER_THE_REQUEST_ID);
    }

    private void look(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (request.isSSL()) {
            context.response().putHeader("Strict-Transport-Security", "max-age=31536000");
            context.addHeadersEndHandler(end -> secureCookies(context));
        } else if (!addresses.isNear(request)) {
            refuse(context, "This portal is reached by HTTPS; use an https:// address.");
            return;
        }
        if (isForeign(context)) {
            refuse(context, "This was sent by a page of another site. Open the portal and send it there.");
            return;
        }
        if (RequestInfo.isForApi(context) && takesAnything(request)) {
            request.headers().set("Accept", JSON_FIRST);
        }
        context.next();
    }

    /** Whoever does not say what kind of answer is wanted gets JSON where there is one, and not the first of several. */
    private static boolean takesAnything(HttpServerRequest request) {
        String accept = request.getHeader("Accept");
        return accept == null || accept.isBlank() || accept.strip().equals("*/*");
    }

    private void refuse(RoutingContext context, String why) {
        refusals.fire(new TurnedAway(context, why));
        faults.write(context, new DomainFault.Forbidden(why));
    }

    /** The API takes no cookies, so a foreign page can do nothing with it. */
    private static boolean isForeign(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (HARMLESS.contains(request.method().name()) || RequestInfo.isForApi(context)) {
            return false;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return !OWN_SITES.contains(site);
        }
        String origin = request.getHeader("Origin");
        // Not the header Host, which HTTP/2 does not have.
        return origin != null && !origin.equalsIgnoreCase(request.scheme() + "://" + request.authority());
    }

    private static void secureCookies(RoutingContext context) {
        List<String> cookies = context.response().headers().getAll("Set-Cookie").stream()
                .map(cookie -> cookie.matches("(?i).*;\\s*secure(;.*|$)") ? cookie : cookie + ";Secure")
                .toList();
        if (!cookies.isEmpty()) {
            context.response().headers().set("Set-Cookie", cookies);
        }
    }
}
