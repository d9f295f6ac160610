package dev.ibportal.portal.platform.security;

import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.util.Locale;

/** Passes refused attempts on to whoever keeps them. */
@ApplicationScoped
class RefusedAttempts {
    private static final int LONGEST_ID = 200;

    private final Instance<Denials> listeners;

    RefusedAttempts(Instance<Denials> listeners) {
        this.listeners = listeners;
    }

    void record(RoutingContext context, String reason) {
        record(context, "address", context.normalizedPath(), reason);
    }

    /** @param kind of the object that was asked for, and its id as it was given */
    void record(RoutingContext context, String kind, String id, String reason) {
        String action = "request." + context.request().method().name().toLowerCase(Locale.ROOT);
        String plain = id.replaceAll("\\p{Cntrl}", "?");
        String told = reason.replaceAll("\\p{Cntrl}", "?") + " ("
                + context.request().method() + " " + context.normalizedPath() + ")";
        listeners.forEach(listener ->
                listener.denied(action, kind, plain.substring(0, Math.min(plain.length(), LONGEST_ID)), told));
    }

    /** Without the name that was typed: it may be a password in the wrong field. */
    void recordLogIn(String reason) {
        listeners.forEach(listener -> listener.denied("session.login", "user", "", reason));
    }
}
