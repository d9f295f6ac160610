package dev.ibportal.portal.platform.fault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.platform.page.FaultPage;
import dev.ibportal.portal.platform.page.Html;
import dev.ibportal.portal.platform.security.SessionCookies;
import dev.ibportal.portal.platform.web.RequestInfo;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Tells a fault: RFC 9457 JSON to programs, a page with the next step to people, the log-in page to strangers. */
@ApplicationScoped
public class FaultWriter {
    /** Where a part that runs before any endpoint leaves the fault. */
    public static final String KEY = "ibportal.fault";

    public static final String TYPE_PREFIX = "urn:ibportal:fault:";
    public static final String LOG_IN = "/login";

    private final ObjectMapper json;
    private final FaultPage page;

    FaultWriter(ObjectMapper json, FaultPage page) {
        this.json = json;
        this.page = page;
    }

    private record Answer(int status, Map<String, String> headers, String body) {}

    public Response response(RoutingContext context, DomainFault fault) {
        Answer answer = answer(context, fault.problem());
        Response.ResponseBuilder response = Response.status(answer.status()).entity(answer.body());
        answer.headers().forEach(response::header);
        return response.build();
    }

    /** Answers a request that never gets to an endpoint; only once, whoever asks for it again meanwhile. */
    public void write(RoutingContext context, DomainFault fault) {
        if (context.response().headWritten()) {
            return;
        }
        Answer answer = answer(context, fault.problem());
        context.response().setStatusCode(answer.status());
        answer.headers().forEach(context.response()::putHeader);
        Leftovers.answer(context, answer.body());
    }

    private Answer answer(RoutingContext context, DomainFault.Problem problem) {
        Map<String, String> headers = new LinkedHashMap<>();
        Optional.ofNullable(problem.facts().get("retryAfterSeconds"))
                .ifPresent(seconds -> headers.put("Retry-After", seconds.toString()));
        if (!wantsPage(context.request())) {
            headers.put("Content-Type", "application/problem+json");
            if (problem.status() == 401) {
                headers.put("WWW-Authenticate", "Bearer realm=\"ibportal\"");
            }
            return new Answer(problem.status(), headers, document(context, problem));
        }
        if (problem.status() == 401) {
            return logIn(context, headers);
        }
        headers.put("Content-Type", "text/html; charset=UTF-8");
        return new Answer(problem.status(), headers, html(context, problem));
    }

    /** A part of a page that asks for itself must not get the log-in page into the middle of the old one. */
    private static Answer logIn(RoutingContext context, Map<String, String> headers) {
        HttpServerRequest request = context.request();
        boolean part = request.getHeader(Html.HTMX) != null;
        boolean form = !part && !request.method().name().equals("GET");
        String address = LOG_IN + "?next=" + URLEncoder.encode(target(request, part || form), StandardCharsets.UTF_8)
                + (hadSession(request) ? "&told=" + (form ? "form" : "ended") : "");
        headers.put(part ? "HX-Redirect" : "Location", address);
        return new Answer(part ? 401 : 303, headers, "");
    }

    private static boolean hadSession(HttpServerRequest request) {
        Cookie cookie = request.getCookie(SessionCookies.session(request.isSSL()));
        return cookie != null && !cookie.getValue().isEmpty();
    }

    /** The page to come back to after the log-in: of a form that was sent, and of a part, the one that they are on. */
    private static String target(HttpServerRequest request, boolean onPage) {
        if (!onPage) {
            return request.uri();
        }
        String page = Optional.ofNullable(request.getHeader("HX-Current-URL"))
                .or(() -> Optional.ofNullable(request.getHeader("Referer")))
                .orElse("");
        String own = request.scheme() + "://" + request.authority();
        return page.startsWith(own + "/") ? Html.local(page.substring(own.length())) : "/";
    }

    /** Whether a person looks at the answer in a browser. */
    public static boolean wantsPage(HttpServerRequest request) {
        String accept = request.getHeader("Accept");
        return !request.path().startsWith("/api/") && accept != null && accept.contains("text/html");
    }

    private String document(RoutingContext context, DomainFault.Problem problem) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("type", URI.create(TYPE_PREFIX + problem.type()));
        document.put("title", problem.title());
        document.put("status", problem.status());
        document.put("detail", problem.detail());
        document.put("instance", RequestInfo.pathOf(context));
        document.put("requestId", RequestInfo.idOf(context));
        document.put("nextStep", NextSteps.of(problem));
        if (!problem.errors().isEmpty()) {
            document.put("errors", problem.errors());
        }
        problem.facts().forEach(document::putIfAbsent);
        try {
            return json.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a fault is plain data", e);
        }
    }

    private String html(RoutingContext context, DomainFault.Problem problem) {
        return page.html(context, problem, RequestInfo.idOf(context));
    }
}
