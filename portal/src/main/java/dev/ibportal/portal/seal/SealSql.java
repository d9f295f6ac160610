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
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Rows of numbers, seals and keys. */
@Singleton
class SealSql {
    private static final String SEAL =
            "block, first_seq, last_seq, previous, root, sealed_at, key_id, hash, signature, horizon::text AS horizon";
    private static final int FETCH = 2000;
    private static final long LOCK = 0x617564697453L;

    /** The end of the chain, and up to where transactions had ended then. */
    record Head(Seal seal, String horizon) {}

    /** Two sealers would only get in each other's way: the second one lets the first one do it. */
    boolean lock(Connection connection) throws SQLException {
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

    private static final String WITHOUT_NUMBER =
            " AND NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id) ORDER BY e.id";

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
                while (rows.next()) {
                    taker.take(EventRows.read(rows));
                }
            }
        }
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

    Map<Long, Long> numbersOf(Connection connection, List<Long> events) throws SQLException {
        Map<Long, Long> numbers = new HashMap<>();
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT event_id, seq FROM audit_number WHERE event_id = ANY (?)")) {
            statement.setArray(1, connection.createArrayOf("bigint", events.toArray()));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    numbers.put(rows.getLong(1), rows.getLong(2));
                }
            }
        }
        return numbers;
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

    long unsealed(Connection connection) throws SQLException {
        String from = head(connection).map(Head::horizon).orElse("0");
        return Sql.of("""
                        SELECT count(*) AS n FROM audit_event e WHERE e.xid >= ?::xid8
                          AND NOT EXISTS (SELECT FROM audit_number n WHERE n.event_id = e.id)""", from).single(connection, row -> row.getLong("n"));
    }
}
