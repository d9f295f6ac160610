package dev.ibportal.portal.seal;

import dev.ibportal.portal.platform.db.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;

/** Months of the audit log, which are tables. */
@Singleton
class RetentionSql {
    private static final String PREFIX = "audit_event_";

    private final SealSql seals;

    RetentionSql(SealSql seals) {
        this.seals = seals;
    }

    boolean makeMonth(Connection connection, YearMonth month) throws SQLException {
        return Sql.of("SELECT audit_make_month(?::date)", month.atDay(1)).exists(connection);
    }

    /** The oldest first. */
    List<YearMonth> months(Connection connection) throws SQLException {
        return Sql.of("""
                        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                        WHERE i.inhparent = 'audit_event'::regclass AND c.relname ~ '^audit_event_\\d{4}_\\d{2}$'
                        ORDER BY c.relname""")
                .list(
                        connection,
                        row -> YearMonth.parse(
                                row.getString(1).substring(PREFIX.length()).replace('_', '-')));
    }

    private record Content(long events, long first, long last) {}

    /** What goes: how much, which numbers, and the chain's head that vouches for it. */
    void tellAndDrop(Connection connection, YearMonth month) throws SQLException {
        LocalDate begin = month.atDay(1);
        Content content = Sql.of(
                        """
                        SELECT count(*) AS events, coalesce(min(seq), 0) AS first, coalesce(max(seq), 0) AS last
                        FROM audit_number WHERE event_at >= ? AND event_at < ?""",
                        begin.atStartOfDay().toInstant(ZoneOffset.UTC),
                        begin.plusMonths(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .single(
                        connection,
                        row -> new Content(row.getLong("events"), row.getLong("first"), row.getLong("last")));
        String head = seals.head(connection)
                .map(found -> HexFormat.of().formatHex(found.seal().hash()))
                .orElse("");
        seals.tell(
                connection,
                "audit.drop-month",
                month.toString(),
                "{\"month\": \"" + month + "\", \"events\": " + content.events() + ", \"firstNumber\": "
                        + content.first() + ", \"lastNumber\": " + content.last() + ", \"head\": \"" + head + "\"}",
                "kept as long as the retention asks; numbers and digests stay");
        Sql.of("SELECT audit_drop_month(?::date)", begin).exists(connection);
    }
}
