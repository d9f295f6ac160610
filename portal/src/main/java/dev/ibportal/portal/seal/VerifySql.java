package dev.ibportal.portal.seal;

import dev.ibportal.audit.Anchor;
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
    private static final List<String> GUARDED =
            List.of("partition", "membership", "address", "node_grant", "role_grant", "pkey_slot");

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

    /** Events that are older than the last block and that it should know. */
    void unnumbered(Connection connection, BiConsumer<Long, Instant> taker) throws SQLException {
        Sql.of("""
                        SELECT e.id, e.at FROM audit_event e
                        WHERE e.xid < (SELECT horizon FROM audit_seal ORDER BY block DESC LIMIT 1)
                          AND NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id)
                        ORDER BY e.id LIMIT 100""").list(connection, row -> {
            taker.accept(row.getLong("id"), Rows.instant(row, "at"));
            return true;
        });
    }

    /** What watches over the tables, and whether the portal's roles have no more rights than they should. */
    void guards(Connection connection, BiConsumer<String, String> taker) throws SQLException {
        List<String> armed = Sql.of("""
                        SELECT DISTINCT c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
                        WHERE t.tgname = 'change_is_told' AND t.tgenabled IN ('O', 'A')""").list(connection, row -> row.getString(1));
        GUARDED.stream()
                .filter(table -> !armed.contains(table))
                .forEach(
                        table -> taker.accept("table " + table, "its trigger against changes without an event is off"));
        Sql.of("""
                        SELECT r.role, p.privilege FROM unnest(ARRAY['ibportal_app', 'ibportal_fabric', 'ibportal_sealer']) r (role),
                          unnest(ARRAY['UPDATE', 'DELETE', 'TRUNCATE']) p (privilege)
                        WHERE has_table_privilege(r.role, 'audit_event', p.privilege)""").list(connection, row -> {
            taker.accept(
                    "role " + row.getString("role"),
                    "has the right to " + row.getString("privilege") + " audit events");
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
