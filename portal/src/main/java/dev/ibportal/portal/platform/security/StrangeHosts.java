package dev.ibportal.portal.platform.security;

import jakarta.enterprise.context.ApplicationScoped;

/** Keeps what hosts tried that did not prove which node they are: the first at once, those like it as a number. */
@ApplicationScoped
public class StrangeHosts {
    private final StrangerAttempts strangers;

    StrangeHosts(StrangerAttempts strangers) {
        this.strangers = strangers;
    }

    /** @param node which it said to be, or none */
    public void refused(String action, String node, String reason, String source) {
        strangers.note(Attempt.elsewhere(action, node, reason, source));
    }
}
