package dev.ibportal.portal.session.live;

import dev.ibportal.agent.v1.GoodbyeReason;
import dev.ibportal.portal.session.transport.Refusal;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Ends sessions whose node was retired or whose certificate was withdrawn while they were open. */
@Singleton
public final class Evictions {
    private final Sessions sessions;
    private final EvictionSql sql;

    Evictions(Sessions sessions, EvictionSql sql) {
        this.sessions = sessions;
        this.sql = sql;
    }

    public void sweep() {
        sql.markRetired();
        Map<String, NodeSession> open = sessions.all().stream()
                .collect(Collectors.toMap(session -> session.peer().serial(), Function.identity(), (a, b) -> b));
        if (open.isEmpty()) {
            return;
        }
        sql.withdrawn(open.keySet()).forEach(withdrawn -> {
            NodeSession session = open.get(withdrawn.serial());
            if (session != null && withdrawn.retired()) {
                sessions.end(session.nodeId(), GoodbyeReason.GOODBYE_REASON_RETIRED, "the node was retired");
            } else if (session != null) {
                sessions.drop(
                        session,
                        Refusal.denied("certificate.denied", "certificate " + withdrawn.serial() + " was withdrawn"));
            }
        });
    }
}
