package dev.ibportal.portal.seal;

import dev.ibportal.audit.AuditRecord;
import dev.ibportal.audit.KeyRing;
import dev.ibportal.audit.Seal;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of numbers, seals and keys. */
@Singleton
class SealSql {
    private static final String SEAL =
            "block, first_seq, last_seq, previous, root, sealed_at, key_id, hash, signature, horizon::text AS horizon";
    private static final int FETCH = 2000;
    private static final long LOCK = 0x617564697453L;

    /** The end of the chain, and up to where transactions had ended then. */
    record Head(Seal seal, String horizon) {}

    /**
     * Two sealers would only get in each other's way: the second one lets the first one do it.
     *
     * @param patient waits until the other one has ended
     */
    boolean lock(Connection connection, boolean patient) throws SQLException {
        if (patient) {
            return Sql.of("SELECT pg_advisory_xact_lock(?)", LOCK).exists(connection);
        }
        return Sql.of("SELECT pg_try_advisory_xact_lock(?) AS mine", LOCK)
                .single(connection, row -> row.getBoolean("mine"));
    }

    Optional<Head> head(Connection connection) throws SQLException {
        return Sql.of("SELECT " + SEAL + " FROM audit_seal ORDER BY block DESC LIMIT 1")
                .first(connection, row -> new Head(seal(row), row.getString("horizon")));
    }

    /** Below it nothing can appear any more: every transaction has ended, and what it wrote can be seen. */
    String horizon(Connection connection) throws SQLException {
        return Sql.of("SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS x")
                .single(connection, row -> row.getString("x"));
    }

    /** When a key signed its first and its last block; none while it has signed nothing. */
    record Use(@Nullable Instant since, @Nullable Instant until) {
        static final Use NONE = new Use(null, null);
    }

    Map<String, Use> uses(Connection connection, List<String> keys) throws SQLException {
        Map<String, Use> uses = new HashMap<>();
        Sql.of("""
                        SELECT k.id,
                          (SELECT sealed_at FROM audit_seal WHERE key_id = k.id ORDER BY block LIMIT 1) AS since,
                          (SELECT sealed_at FROM audit_seal WHERE key_id = k.id ORDER BY block DESC LIMIT 1) AS until
                        FROM unnest(?) k (id)""", keys)
                .list(
                        connection,
                        row -> uses.put(
                                        row.getString("id"),
                                        new Use(Rows.instantOrNull(row, "since"), Rows.instantOrNull(row, "until")))
                                == null);
        return uses;
    }

    private static final String WITHOUT_NUMBER =
            " AND NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id) ORDER BY e.id, e.at";

    /** Takes events one by one. */
    interface Taker {
        void take(AuditRecord event) throws SQLException;
    }

    /** Events of transactions that have ended since the last block, by age; those with a number already are left out. */
    void ended(Connection connection, String from, String to, Taker taker) throws SQLException {
        each(connection, "e.xid >= ?::xid8 AND e.xid < ?::xid8", List.of(from, to), taker);
    }

    /**
     * The same for events whose transaction number tells nothing: a database that was restored from a dump counts
     * transactions anew.
     */
    void anyEnded(Connection connection, Taker taker) throws SQLException {
        each(
                connection,
                "NOT (e.xid >= pg_snapshot_xmin(pg_current_snapshot()) AND e.xid < pg_snapshot_xmax(pg_current_snapshot()))",
                List.of(),
                taker);
    }

    private static void each(Connection connection, String condition, List<String> values, Taker taker)
            throws SQLException {
        String query = "SELECT " + EventRows.COLUMNS + " FROM audit_event e WHERE " + condition + WITHOUT_NUMBER;
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setFetchSize(FETCH);
            for (int i = 0; i < values.size(); i++) {
                statement.setString(i + 1, values.get(i));
            }
            try (ResultSet rows = statement.executeQuery()) {
                long last = Long.MIN_VALUE;
                while (rows.next()) {
                    AuditRecord event = EventRows.read(rows);
                    // A second one under the same id is forged; it gets no number, and stops nobody else's.
                    if (event.id() != last) {
                        taker.take(event);
                    }
                    last = event.id();
                }
            }
        }
    }

    /**
     * An event of a transaction that the database has not begun yet was written by hand: it would get its number when that
     * transaction comes, or never. The log says so once, with what it is, so that it cannot go away unseen either. Only
     * among the events of a day: in a database that was restored from a dump all older ones are like that.
     */
    void tellOfImpossible(Connection connection) throws SQLException {
        Sql.of("""
                        INSERT INTO audit_event (actor_name, action, object_kind, object_id, object_name, after, outcome,
                            reason, request_id)
                          SELECT 'system:sealer', 'audit.impossible-event', 'audit', e.id::text, e.action, to_jsonb(e),
                            'failed', 'is of a transaction that there has not been: somebody wrote it by SQL',
                            gen_random_uuid()
                          FROM audit_event e
                          WHERE e.xid >= pg_snapshot_xmax(pg_current_snapshot()) AND e.at >= now() - interval '1 day'
                            AND NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id AND n.event_at = e.at)
                            AND NOT EXISTS (SELECT FROM audit_event told WHERE told.object_kind = 'audit'
                              AND told.object_id = e.id::text AND told.action = 'audit.impossible-event')
                          ORDER BY e.id LIMIT 100""").update(connection);
    }

    @SuppressWarnings("ArrayRecordComponent")
    record Numbered(long number, AuditRecord event, byte[] digest, byte[] link) {}

    void number(Connection connection, List<Numbered> numbers) throws SQLException {
        String insert = "INSERT INTO audit_number (seq, event_id, event_at, digest, link) VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            for (Numbered each : numbers) {
                statement.setLong(1, each.number());
                statement.setLong(2, each.event().id());
                statement.setObject(3, each.event().at().atOffset(ZoneOffset.UTC));
                statement.setBytes(4, each.digest());
                statement.setBytes(5, each.link());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    void seal(Connection connection, Seal seal, String horizon) throws SQLException {
        Sql.of(
                        "INSERT INTO audit_seal (block, first_seq, last_seq, previous, root, sealed_at, key_id, hash, signature,"
                                + " horizon) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?::xid8)",
                        seal.block(),
                        seal.firstNumber(),
                        seal.lastNumber(),
                        seal.previous(),
                        seal.root(),
                        seal.sealedAt(),
                        seal.keyId(),
                        seal.hash(),
                        seal.signature(),
                        horizon)
                .update(connection);
    }

    /** The last number that was given, and its link. */
    @SuppressWarnings("ArrayRecordComponent")
    record Last(long number, byte[] link) {}

    Last last(Connection connection) throws SQLException {
        return Sql.of("SELECT seq, link FROM audit_number ORDER BY seq DESC LIMIT 1")
                .first(connection, row -> new Last(row.getLong("seq"), row.getBytes("link")))
                .orElseGet(() -> new Last(0, Seal.nothing()));
    }

    /** Makes keys known to whoever checks; those that are known stay as they are. */
    void introduce(Connection connection, List<KeyRing.Key> keys) throws SQLException {
        for (KeyRing.Key key : keys) {
            Sql.of(
                            "INSERT INTO audit_key (key_id, public_key, endorsed_by, endorsement) VALUES (?, ?, ?, ?)"
                                    + " ON CONFLICT DO NOTHING",
                            key.id(),
                            key.publicKey(),
                            key.endorsedBy(),
                            key.endorsement())
                    .update(connection);
        }
    }

    KeyRing keys(Connection connection) throws SQLException {
        return new KeyRing(
                Sql.of("SELECT key_id, public_key, endorsed_by, endorsement FROM audit_key ORDER BY made_at, key_id")
                        .list(
                                connection,
                                row -> new KeyRing.Key(
                                        row.getString("key_id"),
                                        row.getBytes("public_key"),
                                        row.getString("endorsed_by"),
                                        row.getBytes("endorsement"))));
    }

    /** For each event its number. That is of an event with this id and this time: a second event with the id has none. */
    List<Optional<Long>> numbersOf(Connection connection, List<AuditRecord> events) throws SQLException {
        record Given(long number, Instant at) {}
        Map<Long, Given> found = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT event_id, event_at, seq FROM audit_number WHERE event_id = ANY (?)")) {
            Object[] ids = events.stream().map(AuditRecord::id).toArray();
            statement.setArray(1, connection.createArrayOf("bigint", ids));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getLong(1), new Given(rows.getLong(3), Rows.instant(rows, "event_at")));
                }
            }
        }
        return events.stream()
                .map(event -> Optional.ofNullable(found.get(event.id()))
                        .filter(each -> each.at().equals(event.at()))
                        .map(Given::number))
                .toList();
    }

    List<Seal> seals(Connection connection, long fromNumber, long toNumber, int most) throws SQLException {
        return Sql.of(
                        "SELECT " + SEAL
                                + " FROM audit_seal WHERE last_seq >= ? AND first_seq <= ? ORDER BY block LIMIT ?",
                        fromNumber,
                        toNumber,
                        most)
                .list(connection, SealSql::seal);
    }

    List<byte[]> digests(Connection connection, Seal seal) throws SQLException {
        return new ArrayList<>(Sql.of(
                        "SELECT digest FROM audit_number WHERE seq BETWEEN ? AND ? ORDER BY seq",
                        seal.firstNumber(),
                        seal.lastNumber())
                .<byte[]>list(connection, row -> row.getBytes("digest")));
    }

    /** An event of the log about itself, in the transaction of what it tells of. */
    void tell(Connection connection, String action, String object, String json, String reason) throws SQLException {
        Sql.of(
                        "INSERT INTO audit_event (actor_name, action, object_kind, object_id, object_name, after, outcome,"
                                + " reason, request_id) VALUES ('system:sealer', ?, 'audit', ?, ?, ?::jsonb, 'success', ?, ?)",
                        action,
                        object,
                        object,
                        json,
                        reason,
                        UUID.randomUUID())
                .update(connection);
    }

    static Seal seal(ResultSet row) throws SQLException {
        return new Seal(
                row.getLong("block"),
                row.getLong("first_seq"),
                row.getLong("last_seq"),
                row.getBytes("previous"),
                row.getBytes("root"),
                Rows.instant(row, "sealed_at"),
                row.getString("key_id"),
                row.getBytes("hash"),
                row.getBytes("signature"));
    }

    /** @param from below which every event is known to have a number; none: as the last block says, if that can be */
    long unsealed(Connection connection, Optional<String> from) throws SQLException {
        return Sql.of("""
                        SELECT count(*) AS n FROM audit_event e
                        WHERE e.xid >= coalesce(?::xid8, (SELECT horizon FROM audit_seal
                                 WHERE horizon <= pg_snapshot_xmax(pg_current_snapshot()) ORDER BY block DESC LIMIT 1), '0')
                          AND NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id AND n.event_at = e.at)""", from.orElse(null)).single(connection, row -> row.getLong("n"));
    }
}
