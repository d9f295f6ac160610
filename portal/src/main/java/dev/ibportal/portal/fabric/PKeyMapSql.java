package dev.ibportal.portal.fabric;

import dev.ibportal.portal.fabric.PKeyMapView.Block;
import dev.ibportal.portal.fabric.PKeyMapView.Key;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The slots of a fabric's PKeys, as operators see them. */
@ApplicationScoped
class PKeyMapSql {
    private static final int FULL = 0x8000;
    private static final int BLOCK = 256;

    List<Block> blocks(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        SELECT k.pkey / 256 AS block, count(*) FILTER (WHERE k.state = 'free' AND NOT k.pkey::integer <@ f.pkeys_reserved) AS free,
                          count(*) FILTER (WHERE k.state = 'taken' AND s.state IS DISTINCT FROM 'retiring') AS taken,
                          count(*) FILTER (WHERE k.state = 'taken' AND s.state = 'retiring') AS retiring,
                          count(*) FILTER (WHERE k.state = 'quarantined') AS quarantined,
                          count(*) FILTER (WHERE k.state IN ('reserved', 'held')
                            OR k.state = 'free' AND k.pkey::integer <@ f.pkeys_reserved) AS reserved
                        FROM pkey_slot k JOIN fabric f ON f.id = k.fabric_id LEFT JOIN partition_status s ON s.partition_id = k.partition_id
                        WHERE k.fabric_id = ? GROUP BY block ORDER BY block""", fabric).list(connection, PKeyMapSql::block);
    }

    private static Block block(ResultSet row) throws SQLException {
        int number = row.getInt("block");
        return new Block(
                number,
                text(number * BLOCK),
                text(number * BLOCK + BLOCK - 1),
                row.getInt("free"),
                row.getInt("taken"),
                row.getInt("retiring"),
                row.getInt("quarantined"),
                row.getInt("reserved"));
    }

    /** Also of what is never a tenant's. */
    static String text(int base) {
        return String.format(Locale.ROOT, "0x%04x", FULL | base);
    }

    List<Key> keys(Connection connection, UUID fabric, int first, int last) throws SQLException {
        return Sql.of("""
                        SELECT k.pkey, k.since, k.free_after, k.reason, p.id, p.name, p.tenant_id, t.name AS tenant_name,
                          CASE WHEN k.state = 'taken' AND s.state = 'retiring' THEN 'retiring'
                            WHEN k.state = 'free' AND k.pkey::integer <@ f.pkeys_reserved THEN 'kept'
                            WHEN k.state = 'free' AND (k.pkey::integer <@ f.pkeys_on_request
                              OR NOT k.pkey BETWEEN f.pkey_first AND f.pkey_last) THEN 'outside'
                            ELSE k.state END AS state
                        FROM pkey_slot k JOIN fabric f ON f.id = k.fabric_id
                          LEFT JOIN partition p ON p.id = k.partition_id LEFT JOIN tenant t ON t.id = p.tenant_id
                          LEFT JOIN partition_status s ON s.partition_id = p.id
                        WHERE k.fabric_id = ? AND k.pkey BETWEEN ? AND ? ORDER BY k.pkey""", fabric, first, last).list(connection, PKeyMapSql::key);
    }

    private static Key key(ResultSet row) throws SQLException {
        UUID partition = Rows.idOrNull(row, "id");
        return new Key(
                new PKey(row.getInt("pkey")).toString(),
                row.getString("state"),
                partition == null ? null : new Ref(partition, row.getString("name")),
                partition == null ? null : new Ref(Rows.id(row, "tenant_id"), row.getString("tenant_name")),
                row.getString("reason"),
                Rows.instantOrNull(row, "since"),
                Rows.instantOrNull(row, "free_after"));
    }

    /** Locks a key's slot and answers its state. */
    Optional<String> lock(Connection connection, UUID fabric, PKey pkey) throws SQLException {
        return Sql.of("SELECT state FROM pkey_slot WHERE fabric_id = ? AND pkey = ? FOR UPDATE", fabric, pkey.base())
                .first(connection, row -> row.getString("state"));
    }

    /** @param reason absent: it is free again */
    void write(Connection connection, UUID fabric, PKey pkey, @Nullable String reason) throws SQLException {
        Sql.of(
                        "UPDATE pkey_slot SET state = ?, reason = ?, since = now() WHERE fabric_id = ? AND pkey = ?",
                        reason == null ? "free" : "reserved",
                        reason == null ? "" : reason,
                        fabric,
                        pkey.base())
                .update(connection);
    }
}
