package dev.ibportal.portal.platform.fault;

import dev.ibportal.portal.platform.web.RequestInfo;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.Response;
import java.util.Locale;
import java.util.Optional;

/** Words for what the HTTP layer refuses. */
final class HttpFaults {
    private HttpFaults() {}

    static DomainFault of(Response.StatusType status, RoutingContext context) {
        String call = context.request().method() + " " + RequestInfo.pathOf(context);
        String type = status.getReasonPhrase().toLowerCase(Locale.ROOT).replace(' ', '-');
        return switch (status.getStatusCode()) {
            case 400 -> new DomainFault.Malformed("The request " + call + " cannot be read.");
            case 405 -> new DomainFault.Http(405, type, "Method not allowed", "There is no " + call + ".");
            case 406 ->
                new DomainFault.Http(
                        406,
                        type,
                        "Not acceptable",
                        call + " has no answer of the kind " + header(context, "Accept") + ".");
            case 413 -> new DomainFault.TooLarge("The body of " + call + " is larger than the portal takes.");
            case 415 ->
                new DomainFault.Http(
                        415,
                        type,
                        "Unsupported media type",
                        call + " does not take " + header(context, "Content-Type") + "; send "
                                + (call.contains(" /api/")
                                        ? "application/json."
                                        : "a form (application/x-www-form-urlencoded)."));
            default ->
                new DomainFault.Http(
                        status.getStatusCode(),
                        type,
                        status.getReasonPhrase(),
                        call + ": " + status.getReasonPhrase() + ".");
        };
    }

    private static String header(RoutingContext context, String name) {
        return Optional.ofNullable(context.request().getHeader(name)).orElse("a body without " + name);
    }
}
