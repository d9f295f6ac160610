package dev.ibportal.portal.capacity;

import dev.ibportal.portal.capacity.CapacityView.Day;
import dev.ibportal.portal.capacity.CapacityView.Family;
import dev.ibportal.portal.capacity.CapacityView.Hca;
import dev.ibportal.portal.capacity.CapacityView.PKeys;
import dev.ibportal.portal.capacity.CapacityView.Pool;
import dev.ibportal.portal.capacity.CapacityView.Port;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Counts what there is and what is taken. A statement for each kind, whatever the number of things. */
@ApplicationScoped
class CapacitySql {
    private static final int SHOWN = 10;
    /** What is in a port's table as it was read, what was promised, and the default partition's entry. */
    private static final String SLOTS = """
            SELECT o.fabric_id, o.id, o.guid, o.node_id, n.name AS node_name, n.name_key, v.capacity,
              (SELECT count(*) FROM (
                 SELECT 32767 AS k
                 UNION SELECT e & 32767 FROM unnest(v.pkeys) e WHERE e & 32767 <> 0
                 UNION SELECT p.pkey FROM membership_status s JOIN partition p ON p.id = s.partition_id
                   WHERE s.port_id = o.id AND s.state <> 'absent') u) AS used
            FROM port o JOIN node n ON n.id = o.node_id LEFT JOIN port_fabric_view v ON v.port_id = o.id
            WHERE n.retired_at IS NULL""";

    record Of<T>(UUID fabric, T what) {}

    List<Ref> fabrics(Connection connection) throws SQLException {
        return Sql.of("SELECT id, name FROM fabric ORDER BY name_key")
                .list(connection, row -> new Ref(Rows.id(row, "id"), row.getString("name")));
    }

    List<Of<PKeys>> pkeys(Connection connection) throws SQLException {
        return Sql.of("""
                        SELECT k.fabric_id, count(*) FILTER (WHERE k.state = 'free'
                            AND NOT k.pkey::integer <@ (f.pkeys_reserved + f.pkeys_on_request)) AS free,
                          count(*) FILTER (WHERE k.state = 'taken' AND s.state IS DISTINCT FROM 'retiring') AS used,
                          count(*) FILTER (WHERE k.state = 'taken' AND s.state = 'retiring') AS retiring,
                          count(*) FILTER (WHERE k.state = 'quarantined') AS quarantined,
                          count(*) FILTER (WHERE k.state IN ('reserved', 'held') OR k.state = 'free'
                            AND k.pkey::integer <@ (f.pkeys_reserved + f.pkeys_on_request)) AS reserved
                        FROM pkey_slot k JOIN fabric f ON f.id = k.fabric_id
                          LEFT JOIN partition_status s ON s.partition_id = k.partition_id
                        WHERE k.pkey BETWEEN f.pkey_first AND f.pkey_last GROUP BY k.fabric_id""")
                .list(
                        connection,
                        row -> new Of<>(
                                Rows.id(row, "fabric_id"),
                                new PKeys(
                                        row.getInt("free"),
                                        row.getInt("used"),
                                        row.getInt("retiring"),
                                        row.getInt("quarantined"),
                                        row.getInt("reserved"))));
    }

    /** @param full ports without an entry left */
    record Slots(int ports, int known, long slots, long used, int full) {}

    List<Of<Slots>> slots(Connection connection) throws SQLException {
        return Sql.of(
                        "SELECT fabric_id, count(*) AS ports, count(capacity) AS known, coalesce(sum(capacity), 0) AS slots,"
                                + " coalesce(sum(used) FILTER (WHERE capacity IS NOT NULL), 0) AS used,"
                                + " count(*) FILTER (WHERE used >= capacity) AS full_ones FROM (" + SLOTS
                                + ") s GROUP BY fabric_id")
                .list(
                        connection,
                        row -> new Of<>(
                                Rows.id(row, "fabric_id"),
                                new Slots(
                                        row.getInt("ports"),
                                        row.getInt("known"),
                                        row.getLong("slots"),
                                        row.getLong("used"),
                                        row.getInt("full_ones"))));
    }

    List<Of<Port>> fullest(Connection connection) throws SQLException {
        return Sql.of("SELECT * FROM (SELECT s.*, row_number() OVER (PARTITION BY fabric_id"
                        + " ORDER BY capacity - used, name_key, guid) AS place FROM (" + SLOTS
                        + ") s WHERE capacity IS NOT NULL) r WHERE place <= " + SHOWN + " ORDER BY fabric_id, place")
                .list(
                        connection,
                        row -> new Of<>(
                                Rows.id(row, "fabric_id"),
                                new Port(
                                        new Ref(Rows.id(row, "node_id"), row.getString("node_name")),
                                        row.getString("guid"),
                                        row.getInt("capacity"),
                                        row.getInt("used"))));
    }

    List<Of<Family>> families(Connection connection) throws SQLException {
        return Sql.of("""
                        SELECT t.fabric_id, family(p.prefix) AS family, count(*) AS pools, sum(p.capacity) AS capacity,
                          sum(a.used)::bigint AS used, sum(a.releasing)::bigint AS releasing
                        FROM pool p JOIN partition t ON t.id = p.partition_id
                          CROSS JOIN LATERAL (SELECT count(*) AS used, count(x.removed_at) AS releasing
                            FROM address x WHERE x.pool_id = p.id) a
                        GROUP BY t.fabric_id, family(p.prefix) ORDER BY t.fabric_id, family""")
                .list(
                        connection,
                        row -> new Of<>(
                                Rows.id(row, "fabric_id"),
                                new Family(
                                        "IPv" + row.getInt("family"),
                                        row.getInt("pools"),
                                        row.getBigDecimal("capacity").toBigInteger(),
                                        row.getLong("used"),
                                        row.getLong("releasing"))));
    }

    List<Of<Hca>> hcas(Connection connection) throws SQLException {
        return Sql.of("""
                        SELECT o.fabric_id, coalesce(s.hca, '') AS hca, count(DISTINCT o.node_id) AS nodes, count(*) AS ports
                        FROM port o LEFT JOIN port_status s ON s.port_id = o.id JOIN node n ON n.id = o.node_id
                        WHERE n.retired_at IS NULL GROUP BY o.fabric_id, hca ORDER BY o.fabric_id, ports DESC, hca""")
                .list(
                        connection,
                        row -> new Of<>(
                                Rows.id(row, "fabric_id"),
                                new Hca(row.getString("hca"), row.getInt("nodes"), row.getInt("ports"))));
    }

    /** @param kind {@code pkeys}, {@code slots} or {@code addresses} */
    record Seen(String kind, Day day) {}

    List<Of<Seen>> days(Connection connection, LocalDate since) throws SQLException {
        return Sql.of("""
                        SELECT fabric_id, kind, day, used, total FROM capacity_day WHERE day >= ?::date
                        ORDER BY fabric_id, kind, day""", since)
                .list(
                        connection,
                        row -> new Of<>(
                                Rows.id(row, "fabric_id"),
                                new Seen(
                                        row.getString("kind"),
                                        new Day(
                                                row.getObject("day", LocalDate.class),
                                                row.getLong("used"),
                                                row.getObject("total", Long.class)))));
    }

    /** The fullest first, as the connection may see them. */
    List<Pool> pools(Connection connection, int most) throws SQLException {
        return Sql.of("""
                        SELECT p.id, p.name, p.prefix, p.tenant_id, x.name AS tenant_name, p.partition_id,
                          t.name AS partition_name, p.capacity, a.used
                        FROM pool p JOIN partition t ON t.id = p.partition_id JOIN tenant x ON x.id = p.tenant_id
                          CROSS JOIN LATERAL (SELECT count(*) AS used FROM address y WHERE y.pool_id = p.id) a
                        ORDER BY a.used / greatest(p.capacity, 1) DESC, p.prefix, p.id LIMIT ?""", most)
                .list(
                        connection,
                        row -> new Pool(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                row.getString("prefix"),
                                new Ref(Rows.id(row, "tenant_id"), row.getString("tenant_name")),
                                new Ref(Rows.id(row, "partition_id"), row.getString("partition_name")),
                                row.getBigDecimal("capacity").toBigInteger(),
                                row.getLong("used")));
    }

    /** Nodes with a port on the fabric that has so many entries left; a port of which nothing was read counts apart. */
    record Fit(int nodes, int unknown) {}

    Fit fit(Connection connection, UUID fabric, int slots) throws SQLException {
        return Sql.of(
                        "SELECT count(*) FILTER (WHERE fits) AS nodes, count(*) FILTER (WHERE NOT fits AND unknown) AS unknown"
                                + " FROM (SELECT node_id, coalesce(bool_or(capacity - used >= ?), false) AS fits,"
                                + " bool_or(capacity IS NULL) AS unknown FROM ("
                                + SLOTS + ") s WHERE fabric_id = ? GROUP BY node_id) n",
                        slots,
                        fabric)
                .single(connection, row -> new Fit(row.getInt("nodes"), row.getInt("unknown")));
    }

    void keep(Connection connection, UUID fabric, LocalDate day, String kind, long used, @Nullable Long total)
            throws SQLException {
        // Of a fabric that has gone meanwhile there is nothing to keep.
        Sql.of("""
                        INSERT INTO capacity_day (fabric_id, kind, day, used, total)
                        SELECT f.id, ?::text, ?::date, ?::bigint, ?::bigint FROM fabric f WHERE f.id = ?
                        ON CONFLICT (fabric_id, kind, day) DO UPDATE SET used = excluded.used, total = excluded.total""", kind, day, used, total, fabric).update(connection);
    }
}
