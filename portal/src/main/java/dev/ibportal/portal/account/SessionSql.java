package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;

/** Rows of browser sessions that have not ended. */
@ApplicationScoped
class SessionSql {
    private static final Listing SESSIONS = Listing.of(
                    "w.id, w.id_hash, w.created_at, w.last_seen_at, w.expires_at, w.address, w.agent, w.provider",
                    "web_session w",
                    "w.id")
            .by("createdAt", "w.created_at", "timestamptz");

    /** @param current hash of the cookie that asks */
    Page<SessionView> page(Connection connection, Open open, byte[] current, PageRequest request) throws SQLException {
        Where where = Where.of(
                "w.user_id = ? AND w.expires_at > ? AND w.last_seen_at > ?",
                open.person(),
                open.now(),
                open.idleSince());
        return SESSIONS.page(connection, where, request, row -> view(row, current));
    }

    record Open(UUID person, Instant now, Instant idleSince) {}

    boolean end(Connection connection, UUID person, UUID session) throws SQLException {
        return Sql.of("DELETE FROM web_session WHERE user_id = ? AND id = ?", person, session)
                        .update(connection)
                > 0;
    }

    private static SessionView view(ResultSet row, byte[] current) throws SQLException {
        return new SessionView(
                Rows.id(row, "id"),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "last_seen_at"),
                Rows.instant(row, "expires_at"),
                row.getString("address"),
                Devices.name(row.getString("agent")),
                row.getString("provider"),
                Arrays.equals(row.getBytes("id_hash"), current));
    }
}
