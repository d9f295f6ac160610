package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.FaultWriter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.VertxHttpConfig;
import io.smallrye.config.SmallRyeConfig;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the HTTP server refuses by itself, before the first filter or between two of them: it would answer with an
 * empty body, or with a page of its own.
 */
@ApplicationScoped
class ServerRefusals {
    private static final int BEFORE_EVERYTHING = 10_001;

    private final RequestIds ids;
    private final FaultWriter faults;
    private final long largestBody;
    private final Map<String, String> headers = new LinkedHashMap<>();

    ServerRefusals(
            RequestIds ids,
            FaultWriter faults,
            SmallRyeConfig config,
            @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize largestBody) {
        this.ids = ids;
        this.faults = faults;
        this.largestBody = largestBody.asLongValue();
        config.getConfigMapping(VertxHttpConfig.class)
                .header()
                .forEach((name, header) -> headers.put(name, header.value()));
    }

    /** Where the server gives up while it looks for a route, no failure handler is asked. */
    void register(@Observes Router router) {
        router.route().order(-BEFORE_EVERYTHING).failureHandler(this::refused);
        router.errorHandler(400, this::refused);
    }

    private void refused(RoutingContext context) {
        DomainFault fault = explain(context);
        if (fault == null || context.response().headWritten()) {
            context.next();
            return;
        }
        tell(context, fault);
    }

    /** Where a path cannot be decoded, the server's own headers have not been set either. */
    void tell(RoutingContext context, DomainFault fault) {
        ids.ensure(context);
        headers.forEach((name, value) -> {
            if (!context.response().headers().contains(name)) {
                context.response().putHeader(name, value);
            }
        });
        faults.write(context, fault);
    }

    private @Nullable DomainFault explain(RoutingContext context) {
        return switch (context.statusCode()) {
            case 400 -> unreadable(context);
            case 413 -> tooLarge(context.request(), largestBody);
            default -> null;
        };
    }

    private static DomainFault unreadable(RoutingContext context) {
        Throwable cause = context.failure();
        if (cause instanceof IllegalArgumentException) {
            return unreadableAddress();
        }
        String message = cause == null ? "" : String.valueOf(cause.getMessage());
        if (message.contains("'Host' header") || message.contains(":authority")) {
            return new DomainFault.Malformed(
                    "The header Host is missing or wrong: it names the portal, for example" + " Host: localhost:8080.");
        }
        if (message.contains("path must start")) {
            return new DomainFault.Malformed("The address does not begin with a slash.");
        }
        return new DomainFault.Malformed("The request cannot be read.");
    }

    static DomainFault unreadableAddress() {
        return new DomainFault.Malformed(
                "The address has a % that is not followed by two hexadecimal digits of UTF-8 text.");
    }

    static DomainFault tooLarge(HttpServerRequest request, long largest) {
        String length = request.getHeader("Content-Length");
        return new DomainFault.TooLarge("The body has " + (length == null ? "too many" : length) + " bytes, at most "
                + largest + " are possible.");
    }
}
