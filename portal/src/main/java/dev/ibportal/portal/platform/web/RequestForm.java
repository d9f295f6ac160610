package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.FaultWriter;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses what is no proper request before anything else trips over it, so that it too is told like any other fault. The
 * limits of the transport are wider than these.
 */
@ApplicationScoped
class RequestForm {
    private static final int AFTER_THE_REQUEST_ID = 9_998;
    private static final int LONGEST_URI = 8 * 1024;
    private static final int LARGEST_HEAD = 16 * 1024;
    private static final Set<String> WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS", "DELETE");
    private static final Set<String> FORMS = Set.of("application/x-www-form-urlencoded", "multipart/form-data");
    private static final Pattern MEDIA_TYPE =
            Pattern.compile("[!#$%&'*+.^_`|~\\w-]+/[!#$%&'*+.^_`|~\\w-]+\\s*(;.*)?", Pattern.DOTALL);

    private final FaultWriter faults;

    RequestForm(FaultWriter faults) {
        this.faults = faults;
    }

    void register(@Observes Filters filters) {
        filters.register(this::look, AFTER_THE_REQUEST_ID);
    }

    private void look(RoutingContext context) {
        Optional<DomainFault> fault = head(context.request()).or(() -> body(context.request()));
        if (fault.isPresent()) {
            // What is left of the body would be taken for the next request.
            context.response().putHeader("Connection", "close");
            faults.write(context, fault.get());
            return;
        }
        context.next();
    }

    private static Optional<DomainFault> head(HttpServerRequest request) {
        if (request.uri().length() > LONGEST_URI) {
            return Optional.of(new DomainFault.Http(
                    414,
                    "uri-too-long",
                    "Address too long",
                    "The address has " + request.uri().length() + " characters, at most " + LONGEST_URI
                            + " are possible."));
        }
        int size = 0;
        for (Map.Entry<String, String> header : request.headers()) {
            size += header.getKey().length() + header.getValue().length() + 4;
        }
        if (size > LARGEST_HEAD) {
            return Optional.of(new DomainFault.Http(
                    431,
                    "headers-too-large",
                    "Headers too large",
                    "The headers have " + size + " characters, at most " + LARGEST_HEAD + " are possible."));
        }
        return Optional.empty();
    }

    private static Optional<DomainFault> body(HttpServerRequest request) {
        String type = request.getHeader("Content-Type");
        if (type != null && !MEDIA_TYPE.matcher(type.strip()).matches()) {
            return Optional.of(unsupported("\"" + type + "\" is no media type"));
        }
        String kind = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (request.path().startsWith("/api/")) {
            return FORMS.contains(kind)
                    ? Optional.of(unsupported("The API does not take forms (" + kind + "); send application/json"))
                    : Optional.empty();
        }
        return WITHOUT_BODY.contains(request.method().name()) ? Optional.empty() : page(request, kind, type);
    }

    /** Pages get forms and nothing else; also because only forms carry the token against foreign pages. */
    private static Optional<DomainFault> page(HttpServerRequest request, String kind, @Nullable String type) {
        if (length(request) == 0 && request.getHeader("Transfer-Encoding") == null) {
            return Optional.of(new DomainFault.Malformed("The form is missing: the request has no body."));
        }
        return kind.equals("application/x-www-form-urlencoded")
                ? Optional.empty()
                : Optional.of(unsupported("Pages take forms (application/x-www-form-urlencoded), not "
                        + (type == null ? "a body without Content-Type" : kind)));
    }

    private static long length(HttpServerRequest request) {
        String length = request.getHeader("Content-Length");
        try {
            return length == null ? 0 : Long.parseLong(length.strip());
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private static DomainFault unsupported(String detail) {
        return new DomainFault.Http(415, "unsupported-media-type", "Unsupported media type", detail + ".");
    }
}
