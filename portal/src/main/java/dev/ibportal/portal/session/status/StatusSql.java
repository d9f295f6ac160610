package dev.ibportal.portal.session.status;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.session.core.StatusRow;
import dev.ibportal.portal.session.live.LivePages.Member;
import dev.ibportal.portal.session.status.StatusWriter.Proof;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Statuses of interfaces, many at a time. */
@Singleton
class StatusSql {
    private final FabricDb db;
    private final ObjectMapper json;

    StatusSql(FabricDb db, ObjectMapper json) {
        this.db = db;
        this.json = json;
    }

    /**
     * A report counts only if the interface's item was no newer than the spec that the node compared with, and if the
     * interface is that node's. What is leaving goes on leaving, whatever the node says of it.
     *
     * @return the members of which something else than the age is new: a node reports all of its interfaces whenever one
     *     of them has changed, and whose that is concerns nobody else
     */
    List<Member> write(List<StatusRow> rows) {
        return db.write(connection -> Sql.of(
                        """
                        WITH written AS (UPDATE interface_status s SET
                          state = CASE WHEN s.state = 'leaving' THEN 'leaving' ELSE u.state END,
                          since = CASE WHEN s.state IN ('leaving', u.state) THEN s.since ELSE u.seen_at END,
                          cause = u.cause,
                          reason = CASE WHEN s.state = 'leaving' AND u.reason = '' THEN s.reason ELSE u.reason END,
                          seen_at = u.seen_at, observed_generation = u.generation, name = u.name, mode = u.mode,
                          mtu = u.mtu, carrier = u.carrier, addresses = string_to_array(u.addresses, ' '),
                          links = u.links::jsonb
                        FROM unnest(?::uuid[], ?::uuid[], ?::bigint[], ?::timestamptz[], ?::text[], ?::text[], ?::text[],
                            ?::text[], ?::text[], ?::integer[], ?::boolean[], ?::text[], ?::text[])
                          u (id, node_id, generation, seen_at, state, cause, reason, name, mode, mtu, carrier, addresses,
                             links), interface_status o
                        WHERE o.interface_id = u.id AND s.interface_id = u.id AND s.node_id = u.node_id AND s.state <> 'absent'
                          AND s.item_generation IS NOT NULL AND u.generation >= s.item_generation
                        RETURNING s.interface_id,
                          (o.state, o.cause, o.reason, o.name, o.mode, o.mtu, o.carrier, o.addresses, o.links)
                          IS DISTINCT FROM
                          (s.state, s.cause, s.reason, s.name, s.mode, s.mtu, s.carrier, s.addresses, s.links) AS news)
                        SELECT DISTINCT m.partition_id, m.node_id, m.tenant_id FROM written w
                          JOIN interface i ON i.id = w.interface_id JOIN membership m ON m.id = i.membership_id
                        WHERE w.news""",
                        each(rows, StatusRow::interfaceId),
                        each(rows, StatusRow::nodeId),
                        each(rows, StatusRow::generation),
                        each(rows, StatusRow::seenAt),
                        each(rows, StatusRow::state),
                        each(rows, StatusRow::cause),
                        each(rows, StatusRow::reason),
                        each(rows, StatusRow::name),
                        each(rows, StatusRow::mode),
                        each(rows, StatusRow::mtu),
                        each(rows, StatusRow::carrier),
                        each(rows, row -> String.join(" ", row.addresses())),
                        each(rows, this::links))
                .list(connection, Member::read));
    }

    /** Closes what is proven absent, and notes how far each node has come. */
    void finish(Map<UUID, Long> generations, Set<Proof> provenAbsent) {
        db.run(connection -> {
            List<Map.Entry<UUID, Long>> nodes = List.copyOf(generations.entrySet());
            Sql.of(
                            """
                            UPDATE node_status s SET observed_generation = u.generation,
                              reason = CASE WHEN s.state = 'online' THEN '' ELSE s.reason END
                            FROM unnest(?::uuid[], ?::bigint[]) u (node_id, generation)
                            WHERE s.node_id = u.node_id AND s.observed_generation IS DISTINCT FROM u.generation""",
                            nodes.stream().map(Map.Entry::getKey).toList(),
                            nodes.stream().map(Map.Entry::getValue).toList())
                    .update(connection);
            if (!provenAbsent.isEmpty()) {
                close(connection, provenAbsent);
            }
        });
    }

    private static void close(Connection connection, Set<Proof> provenAbsent) throws SQLException {
        List<Proof> proofs = List.copyOf(provenAbsent);
        List<Long> ledger = proofs.stream().map(Proof::ledger).toList();
        // an interface that is gone took its addresses along
        Sql.of("""
                        UPDATE absence a SET node_absent_at = coalesce(a.node_absent_at, now()),
                          made_absent_at = CASE WHEN a.declared_at IS NOT NULL THEN coalesce(a.made_absent_at, now()) END
                        FROM unnest(?::bigint[], ?::uuid[]) u (id, node_id) JOIN absence b ON b.id = u.id AND b.node_id = u.node_id
                        WHERE a.interface_id = b.interface_id AND a.node_id = b.node_id
                          AND (a.id = b.id OR b.kind = 'membership' AND a.declared_at IS NOT NULL)
                          AND (a.node_absent_at IS NULL OR a.declared_at IS NOT NULL AND a.made_absent_at IS NULL)""", ledger, proofs.stream().map(Proof::node).toList()).update(connection);
        Sql.of("SELECT close_absences(?::bigint[])", ledger).exists(connection);
        // specs lose their tombstones, and partitions may now be free
        Sql.of("""
                        SELECT wake_fabric(c.fabric_id) FROM (
                          SELECT DISTINCT fabric_id FROM absence WHERE id = ANY (?::bigint[])) c""", ledger).exists(connection);
        Sql.of("""
                        SELECT wake_node(c.node_id) FROM (
                          SELECT DISTINCT node_id FROM absence WHERE id = ANY (?::bigint[]) AND closed_at IS NOT NULL) c""", ledger).exists(connection);
    }

    /** Nothing of the refused spec is on the node; what was there before still is. */
    void refused(UUID node, long generation, String cause, String detail, Instant at) {
        db.run(connection -> {
            Sql.of("""
                            UPDATE interface_status SET state = 'failed', since = ?, cause = ?, reason = ?
                            WHERE node_id = ? AND item_generation <= ? AND state IN ('applying', 'pending')
                              AND item_generation IS NOT NULL""", at, cause, detail, node, generation).update(connection);
            Sql.of(
                            "UPDATE node_status SET reason = ? WHERE node_id = ?",
                            "refused spec " + generation + ": " + detail,
                            node)
                    .update(connection);
        });
    }

    private String links(StatusRow row) {
        try {
            return json.writeValueAsString(row.links()).replace("\\u0000", "\\ufffd");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of text always become JSON", e);
        }
    }

    private static List<@Nullable Object> each(List<StatusRow> rows, Function<StatusRow, @Nullable Object> value) {
        List<@Nullable Object> values = new ArrayList<>();
        rows.forEach(row -> values.add(value.apply(row)));
        return values;
    }
}
