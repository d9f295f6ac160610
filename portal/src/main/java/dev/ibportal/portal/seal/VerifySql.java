package dev.ibportal.portal.seal;

import dev.ibportal.audit.Anchor;
import dev.ibportal.audit.AuditRecord;
import dev.ibportal.audit.DroppedMonth;
import dev.ibportal.audit.LogCheck;
import dev.ibportal.audit.NumberedEvent;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Reads the whole log, its numbers and its seals, piece by piece. */
@Singleton
class VerifySql {
    private static final int FETCH = 2000;
    private static final String NUMBERS = "SELECT " + EventRows.COLUMNS + """
            , n.seq, n.event_id, n.event_at, n.digest, n.link
            FROM audit_number n LEFT JOIN audit_event e ON e.id = n.event_id AND e.at = n.event_at ORDER BY n.seq""";
    private static final String SEALS = """
            SELECT block, first_seq, last_seq, previous, root, sealed_at, key_id, hash, signature
            FROM audit_seal ORDER BY block""";
    /** Takes a log in order: a seal, its numbers, its end. */
    interface Reader {
        void seal(Seal seal);

        /** Whether the number belongs to the seal that came last. */
        boolean take(NumberedEvent number);

        void end();

        /** A number that no seal is for. */
        void beyond(NumberedEvent number);
    }

    void numbers(Connection connection, Reader reader) throws SQLException {
        try (PreparedStatement numbers = connection.prepareStatement(NUMBERS);
                PreparedStatement seals = connection.prepareStatement(SEALS)) {
            numbers.setFetchSize(FETCH);
            seals.setFetchSize(FETCH);
            try (ResultSet number = numbers.executeQuery();
                    ResultSet seal = seals.executeQuery()) {
                NumberedEvent next = next(number);
                while (seal.next()) {
                    reader.seal(SealSql.seal(seal));
                    while (next != null && reader.take(next)) {
                        next = next(number);
                    }
                    reader.end();
                }
                for (; next != null; next = next(number)) {
                    reader.beyond(next);
                }
            }
        }
    }

    private static @Nullable NumberedEvent next(ResultSet row) throws SQLException {
        if (!row.next()) {
            return null;
        }
        int more = EventRows.COUNT;
        return new NumberedEvent(
                row.getLong(more + 1),
                row.getLong(more + 2),
                row.getObject(more + 3, OffsetDateTime.class).toInstant(),
                row.getBytes(more + 4),
                row.getBytes(more + 5),
                EventRows.readOrNull(row));
    }

    /** All events that tell of dropped months. */
    List<AuditRecord> drops(Connection connection) throws SQLException {
        return Sql.of(
                        "SELECT " + EventRows.COLUMNS + " FROM audit_event e WHERE e.action = ? ORDER BY e.at, e.id",
                        DroppedMonth.ACTION)
                .list(connection, EventRows::read);
    }

    /**
     * Events that should have a number: those of transactions that had ended when the sealer was there, and those of
     * transactions that there have never been. A number is that of an event with the same id and time.
     *
     * @param numbered the transaction below which all events have a number
     */
    void unnumbered(Connection connection, String numbered, BiConsumer<Long, Instant> taker) throws SQLException {
        Sql.of("""
                        SELECT e.id, e.at FROM audit_event e
                        WHERE (e.xid < ?::xid8 OR e.xid >= pg_snapshot_xmax(pg_current_snapshot()))
                          AND NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id AND n.event_at = e.at)
                        ORDER BY e.id LIMIT 100""", numbered).list(connection, row -> {
            taker.accept(row.getLong("id"), Rows.instant(row, "at"));
            return true;
        });
    }

    /** @param most lines of the file that are compared */
    void anchored(Connection connection, AnchorFile anchors, long most, LogCheck check) throws SQLException {
        List<Anchor> batch = new ArrayList<>();
        List<SQLException> failure = new ArrayList<>();
        anchors.each(most, anchor -> {
            batch.add(anchor);
            if (batch.size() == FETCH) {
                compare(connection, batch, check, failure);
            }
        });
        compare(connection, batch, check, failure);
        if (!failure.isEmpty()) {
            throw failure.get(0);
        }
    }

    private static void compare(Connection connection, List<Anchor> batch, LogCheck check, List<SQLException> failure) {
        List<String> blocks =
                batch.stream().map(anchor -> Long.toString(anchor.block())).toList();
        Map<Long, byte[]> found = new java.util.HashMap<>();
        try {
            Sql.of("SELECT block, hash FROM audit_seal WHERE block = ANY (?::bigint[])", blocks)
                    .list(connection, row -> {
                        found.put(row.getLong("block"), row.getBytes("hash"));
                        return true;
                    });
        } catch (SQLException e) {
            failure.add(e);
        }
        batch.forEach(anchor -> check.anchor(anchor, found.get(anchor.block())));
        batch.clear();
    }
}
