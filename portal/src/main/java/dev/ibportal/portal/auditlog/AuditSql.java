package dev.ibportal.portal.auditlog;

import dev.ibportal.audit.AuditRecord;
import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.seal.EventRows;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Rows of the audit log, read. */
@ApplicationScoped
class AuditSql {
    private static final int PIECE = 2000;
    private static final Listing EVENTS = Listing.of(
                    "e.*, audit_number_of(e.id, e.at) AS number", "audit_event e", "e.id", "bigint")
            .by("at", "e.at", "timestamptz");

    Page<AuditEventView> page(Connection connection, AuditFilter filter, PageRequest request) throws SQLException {
        return EVENTS.page(connection, FilterConditions.of(filter), request, AuditSql::view);
    }

    /** Takes events, so many at a time. */
    interface Taker {
        void take(List<AuditRecord> events) throws IOException;
    }

    /** All that the filter lets through, the oldest first, through a cursor of the database; as of one moment. */
    void each(Connection connection, AuditFilter filter, Taker taker) throws SQLException, IOException {
        boolean before = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (Sql.Cursor cursor = Sql.of(
                        "SELECT " + EventRows.COLUMNS + " FROM audit_event e",
                        FilterConditions.of(filter),
                        " ORDER BY e.at, e.id")
                .cursor(connection, PIECE)) {
            List<AuditRecord> piece = new ArrayList<>(PIECE);
            while (cursor.rows().next()) {
                piece.add(EventRows.read(cursor.rows()));
                if (piece.size() == PIECE) {
                    taker.take(piece);
                    piece.clear();
                }
            }
            taker.take(piece);
        } finally {
            connection.rollback();
            connection.setAutoCommit(before);
        }
    }

    private static AuditEventView view(ResultSet row) throws SQLException {
        return new AuditEventView(
                row.getLong("id"),
                Rows.instant(row, "at"),
                Rows.idOrNull(row, "actor_id"),
                row.getString("actor_name"),
                Rows.idOrNull(row, "actor_tenant_id"),
                Rows.idOrNull(row, "behalf_id"),
                row.getString("behalf_name"),
                Rows.idOrNull(row, "tenant_id"),
                row.getString("tenant_name"),
                row.getString("action"),
                row.getString("object_kind"),
                row.getString("object_id"),
                row.getString("object_name"),
                row.getString("before"),
                row.getString("after"),
                row.getString("outcome"),
                row.getString("reason"),
                Rows.id(row, "request_id"),
                row.getString("source_address"),
                row.getObject("number", Long.class));
    }
}
