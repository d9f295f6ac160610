package dev.ibportal.portal.auditlog;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.QueryValues;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of the audit log, read. */
@ApplicationScoped
class AuditSql {
    private static final Listing EVENTS =
            Listing.of("e.*", "audit_event e", "e.id", "bigint").by("at", "e.at", "timestamptz");
    private static final List<String> OUTCOMES = List.of("success", "denied", "failed");

    Page<AuditEventView> page(Connection connection, AuditFilter filter, PageRequest request) throws SQLException {
        return EVENTS.page(connection, where(filter), request, AuditSql::view);
    }

    private static Where where(AuditFilter filter) {
        Where where = Where.all()
                .andIf(instant("from", filter.from()), "e.at >= ?")
                .andIf(instant("to", filter.to()), "e.at < ?")
                .andIf(text(filter.actor()), "e.actor_name = ?")
                .andIf(text(filter.objectKind()), "e.object_kind = ?")
                .andIf(QueryValues.oneOf("outcome", filter.outcome(), OUTCOMES), "e.outcome = ?")
                .andIf(QueryValues.id("requestId", filter.requestId()), "e.request_id = ?");
        String action = text(filter.action());
        if (action != null) {
            where.and(action.endsWith(".") ? "starts_with(e.action, ?)" : "e.action = ?", action);
        }
        String object = text(filter.object());
        if (object != null) {
            where.and("e.object_id = ? OR e.object_name = ?", object, object);
        }
        String search = text(filter.search());
        if (search != null) {
            where.and(
                    "position(lower(?) IN lower(e.object_name || ' ' || e.tenant_name || ' ' || e.actor_name)) > 0",
                    search);
        }
        return where;
    }

    private static @Nullable String text(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    private static @Nullable Instant instant(String field, @Nullable String given) {
        String text = text(given);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new DomainFault.Invalid(
                    field, "\"" + text + "\" is no time with zone, for example 2031-03-30T00:00:00+01:00");
        }
    }

    private static AuditEventView view(ResultSet row) throws SQLException {
        return new AuditEventView(
                row.getLong("id"),
                Rows.instant(row, "at"),
                Rows.idOrNull(row, "actor_id"),
                row.getString("actor_name"),
                Rows.idOrNull(row, "actor_tenant_id"),
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
                row.getString("source_address"));
    }
}
