package dev.ibportal.e2e.line;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the database says, read with plain SQL as its superuser. */
final class Books {
    private static final int FULL = 0x8000;

    /** Each finds what is still on its way, in plain words. */
    private static final List<String> OPEN = List.of(
            "SELECT 'absence ' || id || ' on port ' || port_guid || ' is not closed' FROM absence WHERE closed_at IS NULL",
            """
            SELECT 'member ' || m.id || ' is ' || f.state || ' (' || f.reason || '), its interface ' || i.state
              || ' (' || i.reason || ')'
            FROM membership m JOIN membership_status f ON f.membership_id = m.id
              JOIN interface n ON n.membership_id = m.id JOIN interface_status i ON i.interface_id = n.id
            WHERE f.state <> CASE WHEN m.removed_at IS NULL THEN 'effective' ELSE 'absent' END
              OR i.state <> CASE WHEN m.removed_at IS NULL THEN 'in_sync' ELSE 'absent' END""",
            """
            SELECT 'partition ' || p.name || ' is ' || s.state || ' (' || s.reason || ')'
            FROM partition p JOIN partition_status s ON s.partition_id = p.id
            WHERE CASE WHEN p.removed_at IS NULL THEN s.state NOT IN ('active', 'allocated') ELSE s.state <> 'released' END""",
            "SELECT 'node ' || n.name || ' is ' || s.state FROM node n JOIN node_status s ON s.node_id = n.id WHERE s.state <> 'online'",
            "SELECT 'the subnet manager is ' || sm_state FROM fabric_status WHERE sm_state <> 'running'");

    /** Each finds something that was handed out twice, lost, or changed without its audit event. */
    private static final List<String> WRONG = List.of(
            """
            SELECT 'PKey ' || pkey || ' has two partitions' FROM partition_status WHERE state <> 'released'
            GROUP BY fabric_id, pkey HAVING count(*) > 1""",
            """
            SELECT 'PKey ' || k.pkey || ' is ' || k.state || ', and its partition is ' || coalesce(s.state, 'not there')
            FROM pkey_slot k FULL JOIN (SELECT * FROM partition_status WHERE state <> 'released') s
              ON s.fabric_id = k.fabric_id AND s.pkey = k.pkey
            WHERE (k.state IN ('taken', 'quarantined')) IS DISTINCT FROM (s.partition_id IS NOT NULL)
              OR k.partition_id IS DISTINCT FROM s.partition_id""",
            "SELECT 'address ' || ip || ' twice' FROM address GROUP BY partition_id, ip HAVING count(*) > 1",
            """
            SELECT 'address ' || a.ip || ' is taken and free' FROM address a JOIN pool_free f
              ON f.pool_id = a.pool_id AND a.ip BETWEEN f.lo AND f.hi""",
            """
            SELECT 'pool ' || p.prefix || ' does not add up' FROM pool p
            WHERE p.capacity <> (SELECT count(*) FROM address a WHERE a.pool_id = p.id)
              + coalesce((SELECT sum(f.hi - f.lo + 1) FROM pool_free f WHERE f.pool_id = p.id), 0)""",
            """
            SELECT 'address ' || a.ip || ' is still that of a removed member' FROM address a
              JOIN interface i ON i.id = a.interface_id JOIN membership m ON m.id = i.membership_id
            WHERE m.removed_at IS NOT NULL""",
            """
            SELECT 'member ' || m.id || ' was told of ' || count(e.id) || ' times' FROM membership m
              LEFT JOIN audit_event e ON e.object_id = m.id::text AND e.outcome = 'success'
                AND e.action IN ('member.add', 'member.remove')
            GROUP BY m.id HAVING count(e.id) <> 1 + (m.removed_at IS NOT NULL)::integer""",
            """
            SELECT e.action || ' ' || e.object_name || ' was told of and never done' FROM audit_event e
            WHERE e.action = 'member.add' AND e.outcome = 'success'
              AND NOT EXISTS (SELECT FROM membership m WHERE m.id::text = e.object_id)""");

    private final Connection connection;

    Books(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setReadOnly(true);
    }

    /** The first thing that is still on its way. */
    Optional<String> open() throws SQLException {
        for (String query : OPEN) {
            Optional<String> first = texts(query).stream().findFirst();
            if (first.isPresent()) {
                return first;
            }
        }
        return Optional.empty();
    }

    /** Everything that must never be, once nothing is on its way. */
    List<String> wrong() throws SQLException {
        List<String> all = new ArrayList<>();
        for (String query : WRONG) {
            all.addAll(texts(query));
        }
        return all;
    }

    List<String> texts(String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** What each port, by GUID, should have; ports with nothing are left out. */
    Map<String, Found> wanted() throws SQLException {
        Map<String, Found> all = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("""
                        SELECT o.guid, t.pkey, m.membership = 'full',
                          array_remove(array_agg(host(a.ip) || '/' || masklen(p.prefix)), NULL)
                        FROM membership m JOIN partition t ON t.id = m.partition_id JOIN port o ON o.id = m.port_id
                          JOIN interface i ON i.membership_id = m.id
                          LEFT JOIN address a ON a.interface_id = i.id LEFT JOIN pool p ON p.id = a.pool_id
                        WHERE m.removed_at IS NULL GROUP BY m.id, o.guid, t.pkey, m.membership""")) {
            while (rows.next()) {
                Found port =
                        all.computeIfAbsent(rows.getString(1), guid -> new Found(new TreeSet<>(), new TreeMap<>()));
                port.keys().add(rows.getInt(2) | (rows.getBoolean(3) ? FULL : 0));
                port.children().put(Found.child(rows.getInt(2)), new TreeSet<>(List.of((String[])
                        rows.getArray(4).getArray())));
            }
        }
        return all;
    }

    /**
     * What may be on ports at this moment, as texts of a port's GUID and a key or an address: all that is given to it and
     * not yet proven gone.
     */
    Set<String> mayBe() throws SQLException {
        Set<String> all = new TreeSet<>(texts("""
                SELECT o.guid || ' key ' || t.pkey FROM membership m JOIN membership_status s ON s.membership_id = m.id
                  JOIN interface i ON i.membership_id = m.id JOIN interface_status n ON n.interface_id = i.id
                  JOIN partition t ON t.id = m.partition_id JOIN port o ON o.id = m.port_id
                WHERE s.state <> 'absent' OR n.state <> 'absent'"""));
        all.addAll(texts("""
                SELECT o.guid || ' address ' || host(a.ip) || ' of ' || t.pkey FROM address a
                  JOIN interface i ON i.id = a.interface_id JOIN membership m ON m.id = i.membership_id
                  JOIN partition t ON t.id = m.partition_id JOIN port o ON o.id = m.port_id"""));
        return all;
    }
}
