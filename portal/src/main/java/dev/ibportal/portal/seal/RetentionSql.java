package dev.ibportal.portal.seal;

import dev.ibportal.audit.AuditRecord;
import dev.ibportal.audit.DroppedMonth;
import dev.ibportal.audit.Hashing;
import dev.ibportal.audit.NumberRanges;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Months of the audit log, which are tables. */
@Singleton
class RetentionSql {
    private static final int PIECE = 2000;
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

    /** The oldest first. */
    List<YearMonth> monthsWithEvents(Connection connection) throws SQLException {
        List<YearMonth> all = new ArrayList<>();
        for (YearMonth month : months(connection)) {
            Instant begin = month.atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
            Instant end =
                    month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
            if (Sql.of("SELECT FROM audit_event WHERE at >= ? AND at < ? LIMIT 1", begin, end)
                    .exists(connection)) {
                all.add(month);
            }
        }
        return all;
    }

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
        Optional<Content> held = content(connection, begin);
        if (held.isEmpty()) {
            return false;
        }
        Content content = held.get();
        String head = seals.head(connection)
                .map(found -> HexFormat.of().formatHex(found.seal().hash()))
                .orElse("");
        DroppedMonth drop = signer.sign(new DroppedMonth(
                month,
                content.events(),
                content.first(),
                content.last(),
                content.numbers().toString(),
                head,
                "",
                ""));
        seals.tell(
                connection,
                DroppedMonth.ACTION,
                month.toString(),
                drop.json(),
                "kept as long as the retention asks; numbers and digests stay");
        return Sql.of("SELECT audit_drop_month(?::date)", begin).exists(connection);
    }

    private record Content(long events, long first, long last, NumberRanges numbers) {}

    /** Nothing if the month is not what was sealed: the portal signs only what it has looked at. */
    private static Optional<Content> content(Connection connection, LocalDate begin) throws SQLException {
        Hashing hashing = new Hashing();
        NumberRanges numbers = new NumberRanges();
        long events = 0;
        long first = 0;
        long last = 0;
        try (Sql.Cursor cursor = Sql.of(
                        "SELECT " + EventRows.COLUMNS + ", n.seq, n.digest FROM audit_number n"
                                + " LEFT JOIN audit_event e ON e.id = n.event_id AND e.at = n.event_at"
                                + " WHERE n.event_at >= ? AND n.event_at < ? ORDER BY n.seq",
                        instant(begin),
                        instant(begin.plusMonths(1)))
                .cursor(connection, PIECE)) {
            while (cursor.rows().next()) {
                AuditRecord event = EventRows.readOrNull(cursor.rows());
                long number = cursor.rows().getLong("seq");
                if (event == null
                        || !Arrays.equals(hashing.event(event), cursor.rows().getBytes("digest"))) {
                    return Optional.empty();
                }
                events++;
                first = first == 0 ? number : first;
                last = number;
                numbers.add(number);
            }
        }
        return events == inTable(connection, begin)
                ? Optional.of(new Content(events, first, last, numbers))
                : Optional.empty();
    }

    private static long inTable(Connection connection, LocalDate begin) throws SQLException {
        return Sql.of(
                        "SELECT count(*) AS n FROM audit_event WHERE at >= ? AND at < ?",
                        instant(begin),
                        instant(begin.plusMonths(1)))
                .single(connection, row -> row.getLong("n"));
    }

    private static Instant instant(LocalDate day) {
        return day.atStartOfDay().toInstant(ZoneOffset.UTC);
    }
}
