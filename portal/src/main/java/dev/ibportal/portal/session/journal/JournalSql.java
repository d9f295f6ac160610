package dev.ibportal.portal.session.journal;

import dev.ibportal.agent.v1.JournalEntry;
import dev.ibportal.agent.v1.JournalKind;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.session.core.ProtoTimes;
import dev.ibportal.portal.session.core.Words;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Journals of nodes. */
@Singleton
class JournalSql {
    /** Of each node, at least the newest so many. */
    private static final int KEPT = 1000;

    private static final Actor ACTOR = Actor.system("node");

    private final FabricDb db;
    private final AuditLog audit;

    JournalSql(FabricDb db, AuditLog audit) {
        this.db = db;
        this.audit = audit;
    }

    /** An entry that is there already is passed over: daemons tell again what they are not sure of. */
    void keep(UUID node, List<JournalEntry> entries) {
        db.run(connection -> {
            List<JournalEntry> wentBack = news(connection, node, entries);
            try (PreparedStatement s = connection.prepareStatement("""
                    INSERT INTO node_journal (node_id, number, at, kind, plan_digest, words, exit_code, took_micros, detail)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""")) {
                for (JournalEntry entry : entries) {
                    bind(connection, s, node, entry);
                    s.addBatch();
                }
                s.executeBatch();
            }
            for (JournalEntry entry : wentBack) {
                putBack(connection, node, entry);
            }
            trim(connection, node);
        });
    }

    /** Those that tell of a host that went back, and are not there yet. */
    private static List<JournalEntry> news(Connection connection, UUID node, List<JournalEntry> entries)
            throws SQLException {
        List<JournalEntry> wentBack = new ArrayList<>();
        for (JournalEntry entry : entries) {
            if (entry.getKind() == JournalKind.JOURNAL_KIND_ROLLED_BACK
                    && !Sql.of("SELECT FROM node_journal WHERE node_id = ? AND number = ?", node, entry.getNumber())
                            .exists(connection)) {
                wentBack.add(entry);
            }
        }
        return wentBack;
    }

    /** A host that went back by itself is news for people; that it did so again, for the same plan, is not. */
    private void putBack(Connection connection, UUID node, JournalEntry entry) throws SQLException {
        Optional<String> name = Sql.of("""
                        SELECT name FROM node n WHERE id = ? AND NOT EXISTS (SELECT FROM node_journal j
                          WHERE j.node_id = n.id AND j.kind = 'rolled_back' AND j.plan_digest = ? AND j.number < ?)""", node, printable(entry.getPlanDigest()), entry.getNumber())
                .first(connection, row -> row.getString("name"));
        if (name.isPresent()) {
            audit.record(
                    connection,
                    AuditEntry.failed("node.roll-back", "node", node, name.get(), printable(entry.getDetail()))
                            .after(Map.of(
                                    "plan", printable(entry.getPlanDigest()),
                                    "at", ProtoTimes.instant(entry.getAt()).toString(),
                                    "journal", entry.getNumber()))
                            .by(ACTOR));
        }
    }

    private static void bind(Connection connection, PreparedStatement s, UUID node, JournalEntry entry)
            throws SQLException {
        s.setObject(1, node);
        s.setLong(2, entry.getNumber());
        s.setObject(3, ProtoTimes.instant(entry.getAt()).atOffset(ZoneOffset.UTC));
        s.setString(4, Words.of(entry.getKind(), "JOURNAL_KIND_", '_'));
        s.setString(5, printable(entry.getPlanDigest()));
        s.setArray(
                6,
                connection.createArrayOf(
                        "text",
                        entry.getWordsList().stream().map(JournalSql::printable).toArray()));
        s.setObject(7, entry.hasExitCode() ? entry.getExitCode() : null, Types.INTEGER);
        s.setObject(8, entry.hasTook() ? ProtoTimes.duration(entry.getTook()).toNanos() / 1000 : null, Types.BIGINT);
        s.setString(9, printable(entry.getDetail()));
    }

    /** PostgreSQL takes no NUL in a text, and a daemon could send one. */
    private static String printable(String text) {
        return text.replace("\0", "");
    }

    private static void trim(Connection connection, UUID node) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("""
                DELETE FROM node_journal WHERE node_id = ? AND number < (
                  SELECT number FROM node_journal WHERE node_id = ? ORDER BY number DESC OFFSET ? LIMIT 1)""")) {
            s.setObject(1, node);
            s.setObject(2, node);
            s.setInt(3, KEPT - 1);
            s.executeUpdate();
        }
    }
}
