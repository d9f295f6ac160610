package dev.ibportal.portal.platform.security;

import dev.ibportal.portal.platform.fault.DomainFault;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.util.Locale;
import java.util.Optional;

/** Passes refused attempts on to whoever keeps them. */
@ApplicationScoped
class RefusedAttempts {
    private static final int LONGEST_ID = 200;

    private final Instance<Denials> listeners;
    private final StrangerAttempts strangers;

    RefusedAttempts(Instance<Denials> listeners, StrangerAttempts strangers) {
        this.strangers = strangers;
        this.listeners = listeners;
    }

    void record(RoutingContext context, String reason) {
        record(context, "endpoint", context.normalizedPath(), reason);
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

    /**
     * Without the name that was typed, which may be a password in the wrong field. An account of that name is told: only
     * those see it who read the log of the whole portal.
     */
    void recordLogIn(Optional<Actor> account, DomainFault fault, Place place) {
        Attempt attempt = Attempt.logIn(
                account.map(actor -> actor.requireUserId().toString()).orElse(""),
                account.map(Actor::login).orElse(""),
                fault.problem().detail(),
                place.address());
        if (fault instanceof DomainFault.TooMany) {
            strangers.note(attempt);
        } else {
            listeners.forEach(listener -> listener.denied(attempt));
        }
    }

    /** Of somebody who is logged in, and could not show that it is they. */
    void record(Actor person, String action, DomainFault fault, Place place) {
        Attempt attempt = Attempt.of(person, action, fault.problem().detail(), place.address());
        listeners.forEach(listener -> listener.denied(attempt));
    }

    /** Of somebody whom nobody knows, and who can come again as often as they like. */
    void recordLogIn(String reason, Place place) {
        strangers.note(Attempt.logIn("", "", reason, place.address()));
    }
}
