package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.HttpException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.inject.ConfigProperty;
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

    private final ServerRefusals refusals;
    private final long largestBody;
    private final BodyHandler chunks;

    RequestForm(
            ServerRefusals refusals,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize largestBody) {
        this.refusals = refusals;
        this.largestBody = largestBody.asLongValue();
        this.chunks = BodyHandler.create(false).setBodyLimit(this.largestBody);
    }

    void register(@Observes Filters filters) {
        filters.register(this::look, AFTER_THE_REQUEST_ID);
    }

    private void look(RoutingContext context) {
        Optional<DomainFault> fault =
                head(context.request()).or(() -> address(context)).or(() -> body(context));
        if (fault.isPresent()) {
            refusals.tell(context, fault.get());
        } else if (context.request().getHeader("Transfer-Encoding") == null) {
            context.next();
        } else {
            // Of a length that nobody knows: read here, where too much of it can still be told.
            chunks.handle(context);
        }
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

    /** Paths and parameters are decoded by several parts, each with a complaint of its own: so here, before all of them. */
    private static Optional<DomainFault> address(RoutingContext context) {
        if (context.request().uri().split("[?#]", 2)[0].contains(";")) {
            // To some of the parts behind this one it ends the path, to others it is a letter of it.
            return Optional.of(
                    new DomainFault.Malformed("The path of the address holds a semicolon; none of ours does."));
        }
        try {
            context.normalizedPath();
            context.queryParams();
        } catch (IllegalArgumentException | HttpException e) {
            return Optional.of(ServerRefusals.unreadableAddress());
        }
        try {
            URI.create(context.request().uri());
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(
                    new DomainFault.Malformed("The address has a character that no address can have; write it"
                            + " as a percent sign and two hexadecimal digits."));
        }
    }

    private Optional<DomainFault> body(RoutingContext context) {
        HttpServerRequest request = context.request();
        if (length(request) > largestBody) {
            return Optional.of(ServerRefusals.tooLarge(request, largestBody));
        }
        String type = request.getHeader("Content-Type");
        if (type != null && !MEDIA_TYPE.matcher(type.strip()).matches()) {
            return Optional.of(unsupported("\"" + type + "\" is no media type"));
        }
        String kind = type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (RequestInfo.isForApi(context)) {
            return FORMS.contains(kind)
                    ? Optional.of(unsupported("The API does not take forms (" + kind + "); send application/json"))
                    : Optional.empty();
        }
        return WITHOUT_BODY.contains(request.method().name()) ? Optional.empty() : page(request, kind, type);
    }

    /** Pages get forms and nothing else; also because only forms carry the token against foreign pages. */
    private static Optional<DomainFault> page(HttpServerRequest request, String kind, @Nullable String type) {
        boolean chunked = request.getHeader("Transfer-Encoding") != null;
        if (length(request) == 0 && !chunked) {
            return Optional.of(new DomainFault.Malformed("The form is missing: the request has no body."));
        }
        if (!kind.equals("application/x-www-form-urlencoded")) {
            return Optional.of(unsupported("Pages take forms (application/x-www-form-urlencoded), not "
                    + (type == null ? "a body without Content-Type" : kind)));
        }
        // What looks for the token compares the letters as they stand here.
        request.headers().set("Content-Type", kind + parameters(type));
        return chunked
                ? Optional.of(new DomainFault.Http(
                        411,
                        "length-required",
                        "Length required",
                        "Pages take forms of which the header Content-Length tells the length."))
                : Optional.empty();
    }

    private static String parameters(@Nullable String type) {
        int begin = type == null ? -1 : type.indexOf(';');
        return type == null || begin < 0 ? "" : type.substring(begin);
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
