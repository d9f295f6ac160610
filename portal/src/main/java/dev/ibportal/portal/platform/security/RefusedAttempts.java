package dev.ibportal.portal.platform.security;

import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.util.Locale;

/** Passes refused attempts on to whoever keeps them. */
@ApplicationScoped
class RefusedAttempts {
    private final Instance<Denials> listeners;

    RefusedAttempts(Instance<Denials> listeners) {
        this.listeners = listeners;
    }

    void record(RoutingContext context, String reason) {
        String action = "request." + context.request().method().name().toLowerCase(Locale.ROOT);
        listeners.forEach(listener -> listener.denied(action, "address", context.normalizedPath(), reason));
    }

    /** Without the name that was typed: it may be a password in the wrong field. */
    void recordLogIn(String reason) {
        listeners.forEach(listener -> listener.denied("session.login", "user", "", reason));
    }
}
