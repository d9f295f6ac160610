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

    /**
     * Events that the seals should know: of a transaction that had ended before the last block, or of one that there has
     * never been. A number is that of an event with the same id and time, so that a double has none.
     */
    void unnumbered(Connection connection, BiConsumer<Long, Instant> taker) throws SQLException {
        Sql.of("""
                        SELECT e.id, e.at FROM audit_event e
                        WHERE (e.xid < (SELECT horizon FROM audit_seal ORDER BY block DESC LIMIT 1)
                               OR e.xid >= pg_snapshot_xmax(pg_current_snapshot()))
                          AND NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id AND n.event_at = e.at)
                        ORDER BY e.id LIMIT 100""").list(connection, row -> {
            taker.accept(row.getLong("id"), Rows.instant(row, "at"));
            return true;
        });
    }

    /** A last block that is ahead of the database keeps everything after it from being sealed. */
    void ahead(Connection connection, BiConsumer<String, String> taker) throws SQLException {
        Sql.of("""
                        SELECT block FROM (SELECT block, horizon FROM audit_seal ORDER BY block DESC LIMIT 1) last
                        WHERE horizon > pg_snapshot_xmax(pg_current_snapshot())""").list(connection, row -> {
            taker.accept(
                    "block " + row.getLong("block"),
                    "says that it holds what has not happened yet: nothing after it is sealed");
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
        walls(connection, taker);
    }

    /** Walls that are there and do not stand. */
    private static void walls(Connection connection, BiConsumer<String, String> taker) throws SQLException {
        Sql.of("""
                        SELECT 'table ' || polrelid::regclass AS place, 'its row-level security is not forced' AS why
                          FROM pg_policy JOIN pg_class c ON c.oid = polrelid
                          WHERE NOT (c.relrowsecurity AND c.relforcerowsecurity)
                        UNION SELECT 'table ' || polrelid::regclass, 'policy ' || polname || ' shows all rows to tenants'
                          FROM pg_policy WHERE pg_get_expr(polqual, polrelid) = 'true'
                          AND (0 = ANY (polroles) OR 'ibportal_app'::regrole = ANY (polroles))
                        UNION SELECT 'role ' || rolname, 'is bound by no row-level security'
                          FROM pg_roles WHERE rolname IN ('ibportal_app', 'ibportal_fabric', 'ibportal_sealer')
                          AND (rolbypassrls OR rolsuper)
                        UNION SELECT 'table ' || t.tgrelid::regclass,
                            'has trigger ' || t.tgname || ', which is none of the portal''s, or is not always on'
                          FROM pg_trigger t WHERE NOT t.tgisinternal
                          AND t.tgrelid IN (SELECT relid FROM pg_partition_tree('audit_event'))
                          AND NOT (t.tgname = 'audit_event_stays' AND t.tgenabled IN ('O', 'A'))
                        UNION SELECT 'table ' || r.relid, 'lacks the trigger that keeps its events'
                          FROM pg_partition_tree('audit_event') r
                          WHERE NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = r.relid AND t.tgname = 'audit_event_stays')
                        UNION SELECT 'table ' || ev_class::regclass, 'has rule ' || rulename || ', which is none of the portal''s'
                          FROM pg_rewrite WHERE ev_class IN (SELECT relid FROM pg_partition_tree('audit_event'))
                        UNION SELECT 'table ' || t.tgrelid::regclass, 'its trigger against changes without an event has a condition'
                          FROM pg_trigger t WHERE t.tgname = 'change_is_told' AND t.tgqual IS NOT NULL
                          AND t.tgrelid <> 'pkey_slot'::regclass
                        UNION SELECT 'function ' || proname, 'tells of no change'
                          FROM pg_proc WHERE proname = 'change_is_told' AND prosrc NOT LIKE '%INSERT INTO audit_event%'
                        ORDER BY 1, 2""").list(connection, row -> {
            taker.accept(row.getString("place"), row.getString("why"));
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
