package dev.ibportal.portal.platform.jobs;

import java.util.Optional;
import java.util.UUID;

/** That there is something to look at. Says where, never what: whoever is woken reads it again. */
public sealed interface WakeUp {
    /** What people want of this fabric has changed. */
    record Fabric(UUID id) implements WakeUp {}

    /** What people want of this node has changed. */
    record Node(UUID id) implements WakeUp {}

    /** Of several nodes; which, says the queue. */
    record Nodes() implements WakeUp {}

    /** Wake-ups may have been missed: look at everything. */
    record Everything() implements WakeUp {}

    /** Reads what the database's triggers send: {@code fabric <id>}, {@code node <id>} or {@code nodes}. */
    static Optional<WakeUp> parse(String payload) {
        if (payload.equals("nodes")) {
            return Optional.of(new Nodes());
        }
        int blank = payload.indexOf(' ');
        if (blank < 0) {
            return Optional.empty();
        }
        try {
            UUID id = UUID.fromString(payload.substring(blank + 1));
            return switch (payload.substring(0, blank)) {
                case "fabric" -> Optional.of(new Fabric(id));
                case "node" -> Optional.of(new Node(id));
                default -> Optional.empty();
            };
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not an id; a newer portal may say more than this one knows
        }
    }
}
