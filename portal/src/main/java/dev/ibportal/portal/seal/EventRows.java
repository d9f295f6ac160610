package dev.ibportal.portal.seal;

import dev.ibportal.audit.AuditRecord;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** Reads events as their digest takes them. */
public final class EventRows {
    /** Of a table or row named {@code e}; to be selected first and in this order. */
    public static final String COLUMNS = "e.id, e.at, e.actor_id, e.actor_name, e.actor_tenant_id, e.behalf_id,"
            + " e.behalf_name, e.tenant_id, e.tenant_name, e.action, e.object_kind, e.object_id, e.object_name, e.before,"
            + " e.after, e.outcome, e.reason, e.request_id, e.source_address";

    /** How many columns that are. */
    public static final int COUNT = 19;

    private EventRows() {}

    public static AuditRecord read(ResultSet row) throws SQLException {
        return new AuditRecord(
                row.getLong(1),
                instant(row, 2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getString(9),
                row.getString(10),
                row.getString(11),
                row.getString(12),
                row.getString(13),
                row.getString(14),
                row.getString(15),
                row.getString(16),
                row.getString(17),
                row.getString(18),
                row.getString(19));
    }

    /** Nothing if the row of a join has no event. */
    static @Nullable AuditRecord readOrNull(ResultSet row) throws SQLException {
        return row.getObject(1) == null ? null : read(row);
    }

    private static Instant instant(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
