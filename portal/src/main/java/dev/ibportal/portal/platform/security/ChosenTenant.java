package dev.ibportal.portal.platform.security;

import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The tenant that a request names outside its body: header {@code X-Tenant}, else query parameter {@code tenant}. */
public final class ChosenTenant {
    private ChosenTenant() {}

    public static Optional<String> text(RoutingContext context) {
        List<String> query = context.queryParam("tenant");
        return Optional.ofNullable(context.request().getHeader("X-Tenant"))
                .or(() -> query.stream().findFirst())
                .map(String::strip)
                .filter(text -> !text.isEmpty());
    }

    public static Optional<UUID> parse(String text) {
        try {
            UUID id = UUID.fromString(text);
            return id.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
