package dev.ibportal.portal.seal;

import dev.ibportal.audit.DroppedMonth;
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

    /** Everybody who writes an event waits behind whoever waits for the whole table: better to come again later. */
    private static void wontWait(Connection connection) throws SQLException {
        Sql.of("SELECT set_config('lock_timeout', '500ms', true)").exists(connection);
    }

    boolean makeMonth(Connection connection, YearMonth month) throws SQLException {
        wontWait(connection);
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

    private record Content(long events, long first, long last, long present) {}

    /** Signs the record of a drop. */
    interface Signer {
        DroppedMonth sign(DroppedMonth drop);
    }

    /**
     * What goes: how much, which numbers, and the chain's head that vouches for it.
     *
     * @return false if the month lacks events that it had when it was sealed; then it stays, as evidence
     */
    boolean tellAndDrop(Connection connection, YearMonth month, Signer signer) throws SQLException {
        wontWait(connection);
        LocalDate begin = month.atDay(1);
        Content content = Sql.of(
                        """
                        SELECT count(*) AS events, coalesce(min(n.seq), 0) AS first, coalesce(max(n.seq), 0) AS last,
                          count(e.id) AS present
                        FROM audit_number n LEFT JOIN audit_event e ON e.id = n.event_id AND e.at = n.event_at
                        WHERE n.event_at >= ? AND n.event_at < ?""",
                        begin.atStartOfDay().toInstant(ZoneOffset.UTC),
                        begin.plusMonths(1).atStartOfDay().toInstant(ZoneOffset.UTC))
                .single(
                        connection,
                        row -> new Content(
                                row.getLong("events"),
                                row.getLong("first"),
                                row.getLong("last"),
                                row.getLong("present")));
        if (content.present() != content.events()) {
            return false;
        }
        String head = seals.head(connection)
                .map(found -> HexFormat.of().formatHex(found.seal().hash()))
                .orElse("");
        DroppedMonth drop =
                signer.sign(new DroppedMonth(month, content.events(), content.first(), content.last(), head, "", ""));
        seals.tell(
                connection,
                DroppedMonth.ACTION,
                month.toString(),
                drop.json(),
                "kept as long as the retention asks; numbers and digests stay");
        return Sql.of("SELECT audit_drop_month(?::date)", begin).exists(connection);
    }
}
