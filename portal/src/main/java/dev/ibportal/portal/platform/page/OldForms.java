package dev.ibportal.portal.platform.page;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.FaultWriter;
import dev.ibportal.portal.platform.page.OldFormPage.Entry;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.web.TurnedAway;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Event;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.NewCookie;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.multipart.FormData;
import org.jboss.resteasy.reactive.server.multipart.FormValue;

/**
 * What becomes of a form whose token does not hold any more. Quarkus answers it with a bare 400; people get what they had
 * typed once more, to be sent with a new token.
 */
class OldForms {
    static final String TOKEN = "csrf-token";

    /** Of 16 bytes in base64. */
    private static final int TOKEN_LENGTH = 22;

    private final OldFormPage page;
    private final FaultWriter faults;
    private final Event<TurnedAway> refusals;

    OldForms(OldFormPage page, FaultWriter faults, Event<TurnedAway> refusals) {
        this.refusals = refusals;
        this.page = page;
        this.faults = faults;
    }

    @ServerResponseFilter
    void after(ContainerResponseContext response, RoutingContext context) {
        if (response.getStatus() != 400 || response.hasEntity()) {
            return;
        }
        HttpServerRequest sent = context.request();
        boolean forPeople = FaultWriter.wantsPage(sent);
        if (forPeople && sent.method().name().equals("GET")) {
            // A token that a browser or somebody has mangled would shut out its owner for good.
            response.setStatus(303);
            response.getHeaders().putSingle(HttpHeaders.LOCATION, sent.uri());
            response.getHeaders().add(HttpHeaders.SET_COOKIE, cookie("", 0));
            return;
        }
        refusals.fire(new TurnedAway(context, "the form carried no token of this browser, or an old one"));
        if (forPeople) {
            answer(response, context);
        } else {
            Response problem = faults.response(
                    context,
                    new DomainFault.Malformed(
                            "The form carries no token, or an old one: read the page again and send its" + " field "
                                    + TOKEN + " with the cookie of the same name."));
            response.setEntity(problem.getEntity(), null, MediaType.valueOf("application/problem+json"));
        }
    }

    private void answer(ContainerResponseContext response, RoutingContext context) {
        List<Entry> entries = isFromOurPage(context.request()) ? entries() : List.of();
        String token = Secrets.random(TOKEN_LENGTH);
        if (!entries.isEmpty()) {
            response.getHeaders().add(HttpHeaders.SET_COOKIE, cookie(token, -1));
        }
        String html = page.html(context, entries, token);
        response.setEntity(html, null, MediaType.TEXT_HTML_TYPE.withCharset("UTF-8"));
        response.getHeaders().putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
    }

    private static NewCookie cookie(String value, int seconds) {
        return new NewCookie.Builder(TOKEN)
                .value(value)
                .path("/")
                .maxAge(seconds)
                .httpOnly(true)
                .sameSite(NewCookie.SameSite.LAX)
                .build();
    }

    /** Only then: a foreign page must not get a person to send what it wrote with one click. */
    private static boolean isFromOurPage(HttpServerRequest request) {
        String site = request.getHeader("Sec-Fetch-Site");
        String origin = request.getHeader("Origin");
        return site != null
                ? site.equals("same-origin")
                : origin != null && origin.equalsIgnoreCase(request.scheme() + "://" + request.getHeader("Host"));
    }

    /** Everything that was typed; nothing at all when a secret is among it, which never goes back to a browser. */
    private static List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        FormData sent = CurrentRequestManager.get().getFormData();
        if (sent == null) {
            return entries;
        }
        for (String name : sent) {
            if (name.toLowerCase(Locale.ROOT).contains("password")) {
                return List.of();
            }
            if (!name.equals(TOKEN)) {
                for (FormValue value : sent.get(name)) {
                    entries.add(new Entry(name, value.getValue()));
                }
            }
        }
        return entries;
    }
}
