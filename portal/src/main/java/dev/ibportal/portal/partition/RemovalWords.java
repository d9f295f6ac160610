package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.page.Badge;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;

/** What the states of removals are called. Public for the templates. */
public final class RemovalWords {
    private final RemovalMessages texts;

    RemovalWords(Shell shell) {
        this.texts = Texts.of(RemovalMessages.class, shell.language());
    }

    public Badge state(RemovalRequestView request) {
        return switch (request.state()) {
            case "waiting" -> Badge.busy(texts.waiting());
            case "approved" -> Badge.good(texts.approved());
            case "denied" -> Badge.bad(texts.denied());
            case "withdrawn" -> Badge.off(texts.withdrawn());
            default -> Badge.off(texts.expired());
        };
    }
}
