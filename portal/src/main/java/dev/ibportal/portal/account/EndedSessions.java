package dev.ibportal.portal.account;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.security.WebSessions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Ends a person's sessions because of something else, and tells of each of them. */
@ApplicationScoped
class EndedSessions {
    private final WebSessions sessions;
    private final AuditLog audit;

    EndedSessions(WebSessions sessions, AuditLog audit) {
        this.sessions = sessions;
        this.audit = audit;
    }

    /**
     * In the transaction of this connection.
     *
     * @param but cookie of the session that goes on, if one does
     * @return how many ended
     */
    int end(Connection connection, UUID person, String login, @Nullable String but, String because)
            throws SQLException {
        List<UUID> ended = sessions.endAll(connection, person, but);
        audit.recordAll(
                connection,
                ended.stream()
                        .map(id -> AuditEntry.success("session.end", "session", id, login)
                                .after(Map.of("because", because)))
                        .toList());
        return ended.size();
    }
}
