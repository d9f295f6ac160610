package dev.ibportal.portal.session.spec;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.session.core.PortItems.Own;
import dev.ibportal.portal.session.spec.SpecSql.Item;
import dev.ibportal.types.IpoibMode;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Own interfaces of ports, for specs of many nodes at once. */
@Singleton
class PortItemsSql {
    /** What a daemon says that can apply them. */
    private static final String CAPABILITY = "parent.default";

    Map<UUID, List<Own>> own(Connection connection, Collection<UUID> nodes) throws SQLException {
        Map<UUID, List<Own>> all = new HashMap<>();
        Sql.of("""
                        SELECT i.id, i.node_id, p.guid, i.removed_at IS NOT NULL AS removed,
                          i.sent_generation IS NOT NULL AS ever_sent, ps.present AS port_present, i.mode, i.ip_mtu,
                          ARRAY(SELECT host(a) || '/' || masklen(a) FROM unnest(i.addresses) a) AS addresses,
                          ARRAY(SELECT host(a) || '/' || masklen(a) FROM unnest(i.former) a) AS former,
                          i.queue_length, i.channels, i.profile = 'ipoib' AS profile, ? = ANY (s.capabilities) AS able
                        FROM port_interface i JOIN port p ON p.id = i.port_id JOIN node_status s ON s.node_id = i.node_id
                          LEFT JOIN port_status ps ON ps.port_id = p.id
                        WHERE i.node_id = ANY (?::uuid[]) ORDER BY i.node_id, i.id""", CAPABILITY, List.copyOf(nodes))
                .list(
                        connection,
                        row -> all.computeIfAbsent(Rows.id(row, "node_id"), node -> new ArrayList<>())
                                .add(new Own(
                                        Rows.id(row, "id"),
                                        row.getString("guid"),
                                        row.getBoolean("able"),
                                        row.getBoolean("removed"),
                                        row.getBoolean("ever_sent"),
                                        Rows.booleanOrNull(row, "port_present"),
                                        IpoibMode.parse(row.getString("mode")),
                                        Rows.intOrNull(row, "ip_mtu"),
                                        Rows.strings(row, "addresses"),
                                        Rows.strings(row, "former"),
                                        Rows.intOrNull(row, "queue_length"),
                                        Rows.intOrNull(row, "channels"),
                                        row.getBoolean("profile"))));
        return all;
    }

    /** Those of them whose drift is only to be reported: they have no tenant who could say otherwise. */
    Set<UUID> reportOnly(Connection connection, Collection<UUID> nodes) throws SQLException {
        return new HashSet<>(Sql.of("""
                        SELECT i.id FROM port_interface i JOIN node n ON n.id = i.node_id
                        WHERE i.node_id = ANY (?::uuid[]) AND n.drift_policy = 'report_only'""", List.copyOf(nodes)).list(connection, row -> Rows.id(row, "id")));
    }

    /** Those whose item is another than before are no longer what was seen last. */
    void saveItems(Connection connection, List<Item> items) throws SQLException {
        Sql.of(
                        """
                        UPDATE port_interface i SET item_digest = decode(u.digest, 'hex'), item_generation = u.generation,
                          sent_generation = coalesce(i.sent_generation, CASE WHEN u.kind = 'present' THEN u.generation END),
                          state = CASE u.kind WHEN 'absent' THEN 'leaving' WHEN 'held' THEN 'held' ELSE 'applying' END,
                          since = now(), cause = CASE u.kind WHEN 'held' THEN 'port.missing' ELSE '' END, reason = u.reason
                        FROM unnest(?::uuid[], ?::bigint[], ?::text[], ?::text[], ?::text[])
                          u (id, generation, digest, kind, reason)
                        WHERE i.id = u.id AND i.item_digest IS DISTINCT FROM decode(u.digest, 'hex')""",
                        items.stream().map(Item::interfaceId).toList(),
                        items.stream().map(Item::generation).toList(),
                        items.stream().map(Item::digest).toList(),
                        items.stream().map(Item::kind).toList(),
                        items.stream().map(Item::reason).toList())
                .update(connection);
    }
}
