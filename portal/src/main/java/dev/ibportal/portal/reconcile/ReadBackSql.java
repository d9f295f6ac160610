package dev.ibportal.portal.reconcile;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.PortTable;
import dev.ibportal.agent.v1.SmDocument;
import dev.ibportal.agent.v1.SmKey;
import dev.ibportal.agent.v1.SmKeyState;
import dev.ibportal.agent.v1.SmLiveness;
import dev.ibportal.agent.v1.SmMember;
import dev.ibportal.agent.v1.SmReadBack;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.reconcile.PartitionLifeSql.Moved;
import dev.ibportal.portal.reconcile.core.FabricDocument;
import dev.ibportal.portal.reconcile.core.ReadTables;
import dev.ibportal.portal.reconcile.core.ReadTables.Finding;
import dev.ibportal.portal.reconcile.core.SmHosts;
import dev.ibportal.portal.reconcile.core.TableProof;
import dev.ibportal.portal.reconcile.sm.SmTarget;
import dev.ibportal.portal.session.live.LivePages.Member;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What was read back from ports, and what it proves. */
@Singleton
class ReadBackSql {
    private static final String NOT_RUNNING = "subnet manager not running";

    /**
     * What pages are to be told of.
     *
     * @param state whether the state of the subnet manager is another one
     */
    record News(List<Member> members, List<Moved> partitions, boolean state) {
        static final News NONE = new News(List.of(), List.of(), false);
    }

    private final FabricDb db;
    private final PartitionLifeSql life;
    private final SmHostSql hosts;

    ReadBackSql(FabricDb db, PartitionLifeSql life, SmHostSql hosts) {
        this.db = db;
        this.life = life;
        this.hosts = hosts;
    }

    /** Of a node that does not look after this fabric nothing is taken. */
    News write(SmTarget from, SmReadBack readBack, Instant at) {
        return db.write(connection -> {
            Optional<SmDocument> document = lock(connection, from);
            return document.isPresent() ? write(connection, from, document.get(), readBack, at) : News.NONE;
        });
    }

    private News write(Connection connection, SmTarget from, SmDocument document, SmReadBack readBack, Instant at)
            throws SQLException {
        UUID fabric = from.fabric();
        SmHosts all =
                hosts.report(connection, from, document, readBack, state(readBack.getLiveness()), reason(readBack));
        boolean state = FabricStateSql.write(connection, fabric, all.state(), all.reason());
        boolean leads = all.leads(from.node());
        if (leads) {
            Sql.of(
                            "UPDATE fabric_status SET seen_at = ?, applied_generation = ? WHERE fabric_id = ?",
                            at,
                            readBack.hasGeneration() ? readBack.getGeneration() : null,
                            fabric)
                    .update(connection);
            saveKeys(connection, fabric, readBack.getKeysList(), at);
            saveLog(connection, fabric, readBack.getLogLinesList(), at);
        }
        saveTables(connection, fabric, readBack.getTablesList(), at);
        // a table that was read while the manager had an older configuration proves nothing about this one
        boolean current = readBack.hasGeneration() && readBack.getGeneration() == document.getGeneration();
        if (!current) {
            Sql.of("SELECT wake_fabric(?::uuid)", fabric).exists(connection);
        }
        List<Member> members =
                leads ? proven(connection, document, readBack, all, new Moment(fabric, current, at)) : List.of();
        return new News(members, life.advance(connection, fabric), state);
    }

    private record Moment(UUID fabric, boolean current, Instant at) {}

    private static List<Member> proven(
            Connection connection, SmDocument document, SmReadBack readBack, SmHosts all, Moment moment)
            throws SQLException {
        UUID fabric = moment.fabric();
        Ledger ledger = new Ledger(connection, fabric, all.behind());
        boolean running = all.reason().isEmpty();
        List<Member> members = new ArrayList<>();
        if (!running) {
            members.addAll(FabricStateSql.waitFor(connection, fabric, all.reason()));
        } else if (moment.current()) {
            members.addAll(programmed(connection, fabric, document.getGeneration()));
            members.addAll(unreadable(connection, fabric, readBack.getTablesList()));
            goneWithTheirNodes(ledger, ReadTables.silent(document, readBack.getTablesList()));
        }
        if (!moment.current()) {
            return members;
        }
        members.addAll(prove(ledger, ReadTables.findings(document, readBack.getTablesList()), moment.at()));
        if (running) {
            closeReplaced(ledger, document);
        }
        return members;
    }

    private static Optional<SmDocument> lock(Connection connection, SmTarget from) throws SQLException {
        return Sql.of("""
                        SELECT s.document FROM fabric_status s JOIN fabric_sm_host h ON h.fabric_id = s.fabric_id
                        WHERE s.fabric_id = ? AND h.node_id = ? AND s.document IS NOT NULL FOR UPDATE OF s""", from.fabric(), from.node()).first(connection, row -> parse(row.getBytes("document")));
    }

    private static SmDocument parse(byte[] document) {
        try {
            return SmDocument.parseFrom(document);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the stored document of the fabric cannot be read", e);
        }
    }

    private static String state(SmLiveness liveness) {
        return switch (liveness) {
            case SM_LIVENESS_RUNNING -> "running";
            case SM_LIVENESS_NOT_RUNNING -> "not_running";
            case SM_LIVENESS_UNKNOWN, SM_LIVENESS_UNSPECIFIED, UNRECOGNIZED -> "unknown";
        };
    }

    private static String reason(SmReadBack readBack) {
        String detail = readBack.getLivenessDetail();
        return switch (readBack.getLiveness()) {
            case SM_LIVENESS_RUNNING -> "";
            case SM_LIVENESS_NOT_RUNNING -> detail.isEmpty() ? NOT_RUNNING : NOT_RUNNING + ": " + detail;
            case SM_LIVENESS_UNKNOWN, SM_LIVENESS_UNSPECIFIED, UNRECOGNIZED ->
                "not known whether the subnet manager runs" + (detail.isEmpty() ? "" : ": " + detail);
        };
    }

    /** Whether the subnet manager's keys are set; their values never come this far. */
    private static void saveKeys(Connection connection, UUID fabric, List<SmKey> keys, Instant at) throws SQLException {
        if (keys.isEmpty()) {
            return;
        }
        List<String> names = keys.stream().map(SmKey::getName).toList();
        List<String> states = keys.stream().map(key -> state(key.getState())).toList();
        Sql.of("""
                        INSERT INTO fabric_sm_key (fabric_id, name, state, seen_at)
                        SELECT ?::uuid, k.name, k.state, ?::timestamptz FROM unnest(?::text[], ?::text[]) k (name, state)
                        WHERE k.name IN ('m_key', 'sm_key', 'sa_key')
                        ON CONFLICT (fabric_id, name) DO UPDATE SET state = excluded.state, seen_at = excluded.seen_at""", fabric, at, names, states).update(connection);
    }

    /** What it complained of since it was told last; the words stay its own, pages say what they mean. */
    private static void saveLog(Connection connection, UUID fabric, List<String> lines, Instant at)
            throws SQLException {
        List<String> clean = lines.stream().map(line -> line.replace("\0", "")).toList();
        Sql.of("""
                        UPDATE fabric_status SET sm_log = ?::text[], sm_log_at = ?
                        WHERE fabric_id = ? AND sm_log IS DISTINCT FROM ?::text[]""", clean, at, fabric, clean).update(connection);
    }

    private static String state(SmKeyState state) {
        return switch (state) {
            case SM_KEY_STATE_SET -> "set";
            case SM_KEY_STATE_DEFAULT -> "default";
            case SM_KEY_STATE_UNKNOWN, SM_KEY_STATE_UNSPECIFIED, UNRECOGNIZED -> "unknown";
        };
    }

    /** A table that could not be read is not known; it is not empty. */
    private static void saveTables(Connection connection, UUID fabric, List<PortTable> tables, Instant at)
            throws SQLException {
        if (tables.isEmpty()) {
            return;
        }
        Sql.of(
                        """
                        INSERT INTO port_fabric_view (port_id, seen_at, pkeys, capacity, detail)
                        SELECT p.id, ?, u.pkeys::integer[], u.capacity, u.detail
                        FROM unnest(?::text[], ?::text[], ?::integer[], ?::text[]) u (guid, pkeys, capacity, detail)
                          JOIN port p ON p.guid = u.guid AND p.fabric_id = ?
                        ON CONFLICT (port_id) DO UPDATE SET seen_at = excluded.seen_at, pkeys = excluded.pkeys,
                          capacity = coalesce(excluded.capacity, port_fabric_view.capacity), detail = excluded.detail""",
                        at,
                        each(tables, PortTable::getPortGuid),
                        each(tables, ReadBackSql::pkeys),
                        each(tables, table -> table.hasCapacity() ? table.getCapacity() : null),
                        each(tables, PortTable::getDetail),
                        fabric)
                .update(connection);
    }

    private static @Nullable String pkeys(PortTable table) {
        return table.getKnown()
                ? table.getPkeysList().stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"))
                : null;
    }

    /** The manager has the configuration; what ports show is another matter. */
    private static List<Member> programmed(Connection connection, UUID fabric, long generation) throws SQLException {
        return Sql.of("""
                        UPDATE membership_status s SET state = 'programmed',
                          since = CASE s.state WHEN 'programmed' THEN s.since ELSE now() END,
                          reason = 'the subnet manager has it, the port does not show it yet'
                        FROM membership m
                        WHERE m.id = s.membership_id AND m.fabric_id = ? AND s.sent_generation <= ?
                          AND (s.state = 'pending' OR s.state = 'programmed' AND s.reason NOT LIKE 'the port%'
                            AND s.reason <> 'the subnet manager has it, the port does not show it yet')
                        RETURNING m.partition_id, m.node_id, m.tenant_id""", fabric, generation).list(connection, Member::read);
    }

    /** Ports that did not answer: why not, is what their members wait for. */
    private static List<Member> unreadable(Connection connection, UUID fabric, List<PortTable> tables)
            throws SQLException {
        List<PortTable> silent =
                tables.stream().filter(table -> !table.getKnown()).toList();
        if (silent.isEmpty()) {
            return List.of();
        }
        return Sql.of("""
                        UPDATE membership_status s SET reason = 'the port could not be read: ' || u.detail
                        FROM unnest(?::text[], ?::text[]) u (guid, detail)
                          JOIN port o ON o.guid = u.guid JOIN membership m ON m.port_id = o.id
                        WHERE m.id = s.membership_id AND m.fabric_id = ? AND s.state IN ('programmed', 'leaving')
                          AND s.reason <> 'the port could not be read: ' || u.detail
                        RETURNING m.partition_id, m.node_id, m.tenant_id""", each(silent, PortTable::getPortGuid), each(silent, PortTable::getDetail), fabric)
                .list(connection, Member::read);
    }

    /**
     * A port that cannot be read, of a node that was declared dead, under a manager that runs with a configuration that
     * does not name it any more: it gets its table anew, without the key, before it can carry anything again.
     */
    private static void goneWithTheirNodes(Ledger ledger, List<Long> silent) throws SQLException {
        if (silent.isEmpty()) {
            return;
        }
        List<Long> dead = Sql.of("""
                        SELECT a.id FROM absence a JOIN node n ON n.id = a.node_id
                        WHERE a.id = ANY (?::bigint[]) AND a.fabric_absent_at IS NULL AND n.dead_at IS NOT NULL""", silent).list(ledger.connection(), row -> row.getLong("id"));
        ledger.close(dead);
    }

    private static List<Member> prove(Ledger ledger, List<Finding> findings, Instant at) throws SQLException {
        if (findings.isEmpty()) {
            return List.of();
        }
        Connection connection = ledger.connection();
        UUID fabric = ledger.fabric();
        List<Shown> shown = saveFindings(connection, fabric, findings, at);
        List<UUID> told = shown.stream()
                .filter(Shown::effective)
                .map(each -> each.member().node())
                .toList();
        if (!told.isEmpty()) {
            Sql.of("INSERT INTO node_change (node_id) SELECT DISTINCT unnest(?::uuid[])", told)
                    .update(connection);
            Sql.of("SELECT pg_notify('ibportal', 'nodes')").exists(connection);
        }
        List<Long> gone = findings.stream()
                .map(Finding::proof)
                .filter(TableProof.Gone.class::isInstance)
                .map(proof -> ((TableProof.Gone) proof).ledger())
                .toList();
        ledger.close(gone);
        return shown.stream().map(Shown::member).toList();
    }

    /** A member whose state is another one now; effective ones get into their nodes' specs. */
    private record Shown(Member member, boolean effective) {}

    private static List<Shown> saveFindings(Connection connection, UUID fabric, List<Finding> findings, Instant at)
            throws SQLException {
        return Sql.of(
                        """
                        WITH u AS (
                          SELECT * FROM unnest(?::integer[], ?::text[], ?::text[], ?::text[], ?::text[])
                            u (pkey, guid, state, found, reason)),
                        was AS (
                          SELECT s.membership_id, s.state, s.reason AS said, m.node_id, m.tenant_id, m.partition_id,
                            u.state AS shown, u.found, u.reason
                          FROM u JOIN partition p ON p.fabric_id = ? AND p.pkey = u.pkey
                            JOIN port o ON o.guid = u.guid AND o.fabric_id = p.fabric_id
                            JOIN membership m ON m.partition_id = p.id AND m.port_id = o.id
                            JOIN membership_status s ON s.membership_id = m.id
                          WHERE s.state <> 'absent' AND s.sent_generation IS NOT NULL),
                        seen AS (
                          UPDATE membership_status s SET
                            state = CASE WHEN s.state = 'leaving' THEN 'leaving' ELSE was.shown END,
                            since = CASE WHEN s.state IN ('leaving', was.shown) THEN s.since ELSE now() END,
                            found = was.found, seen_at = ?,
                            reason = CASE WHEN s.state = 'leaving' AND was.shown <> 'leaving' THEN s.reason
                              ELSE was.reason END
                          FROM was WHERE s.membership_id = was.membership_id)
                        SELECT partition_id, node_id, tenant_id, shown = 'effective' AND state <> 'leaving' AS effective
                        FROM was WHERE (state, said) IS DISTINCT FROM (shown, reason)""",
                        each(findings, finding -> finding.key().pkey().base()),
                        each(findings, finding -> finding.key().port()),
                        each(findings, Finding::state),
                        each(findings, Finding::found),
                        each(findings, Finding::reason),
                        fabric,
                        at)
                .list(connection, row -> new Shown(Member.read(row), row.getBoolean("effective")));
    }

    /**
     * A card that a person said is gone answers nobody any more. That its keys cannot come back with it is proven by the
     * configuration in force, which lists it no more.
     */
    private static void closeReplaced(Ledger ledger, SmDocument document) throws SQLException {
        List<Long> tombstones = FabricDocument.members(document).values().stream()
                .filter(SmMember::hasAbsent)
                .map(member -> member.getAbsent().getLedgerId())
                .toList();
        if (tombstones.isEmpty()) {
            return;
        }
        List<Long> gone = Sql.of("""
                        SELECT a.id FROM absence a JOIN port p ON p.guid = a.port_guid
                        WHERE a.id = ANY (?::bigint[]) AND a.fabric_absent_at IS NULL AND p.replaced_at IS NOT NULL""", tombstones).list(ledger.connection(), row -> row.getLong("id"));
        ledger.close(gone);
    }

    /**
     * What must be absent from a fabric.
     *
     * @param behind hosts whose subnet manager would bring an older configuration back if it took over now
     */
    private record Ledger(Connection connection, UUID fabric, List<String> behind) {
        void close(List<Long> rows) throws SQLException {
            if (rows.isEmpty()) {
                return;
            }
            if (behind.isEmpty()) {
                ReadBackSql.close(connection, fabric, rows);
            } else {
                Sql.of(
                                """
                        UPDATE membership_status s SET reason = ? FROM absence a
                        WHERE a.id = ANY (?::bigint[]) AND s.membership_id = a.membership_id AND s.state = 'leaving'""",
                                "gone from the port's table; waiting for the subnet manager of node " + behind.get(0)
                                        + ", which still has an older configuration",
                                rows)
                        .update(connection);
            }
        }
    }

    private static void close(Connection connection, UUID fabric, List<Long> ledger) throws SQLException {
        Sql.of("""
                        UPDATE absence SET fabric_absent_at = now()
                        WHERE id = ANY (?::bigint[]) AND fabric_id = ? AND fabric_absent_at IS NULL""", ledger, fabric).update(connection);
        Sql.of("SELECT close_absences(?::bigint[])", ledger).exists(connection);
        // documents and specs lose their tombstones
        Sql.of("SELECT wake_fabric(?::uuid)", fabric).exists(connection);
        Sql.of("""
                        SELECT wake_node(c.node_id) FROM (
                          SELECT DISTINCT node_id FROM absence WHERE id = ANY (?::bigint[]) AND closed_at IS NOT NULL) c""", ledger).exists(connection);
    }

    News refused(SmTarget from, String reason) {
        return db.write(connection -> {
            if (lock(connection, from).isEmpty()) {
                return News.NONE;
            }
            boolean state = Sql.of(
                                    "UPDATE fabric_status SET reason = ? WHERE fabric_id = ? AND reason <> ?",
                                    reason,
                                    from.fabric(),
                                    reason)
                            .update(connection)
                    > 0;
            List<Member> members = FabricStateSql.waitFor(connection, from.fabric(), reason);
            return new News(members, life.advance(connection, from.fabric()), state);
        });
    }

    private static <T> List<@Nullable Object> each(List<T> rows, Function<T, @Nullable Object> value) {
        List<@Nullable Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(value.apply(row)));
        return values;
    }
}
