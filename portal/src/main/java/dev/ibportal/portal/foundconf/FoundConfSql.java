package dev.ibportal.portal.foundconf;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.PKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** What the portal knows of ports and PKeys that a file names. */
@Singleton
class FoundConfSql {
    /** @param granted whether the tenant may use the node */
    record Port(UUID node, String nodeName, UUID fabric, String fabricName, boolean granted) {}

    Map<String, Port> ports(Connection connection, Collection<String> guids, UUID tenant) throws SQLException {
        Map<String, Port> ports = new HashMap<>();
        Sql.of("""
                        SELECT o.guid, n.id, n.name, f.id AS fabric, f.name AS fabric_name, g.node_id IS NOT NULL AS granted
                        FROM port o JOIN node n ON n.id = o.node_id JOIN fabric f ON f.id = o.fabric_id
                          LEFT JOIN node_grant g ON g.node_id = n.id AND g.tenant_id = ?
                        WHERE o.guid = ANY (?::text[]) AND o.replaced_at IS NULL AND n.retired_at IS NULL""", tenant, List.copyOf(guids))
                .list(
                        connection,
                        row -> ports.put(
                                row.getString("guid"),
                                new Port(
                                        Rows.id(row, "id"),
                                        row.getString("name"),
                                        Rows.id(row, "fabric"),
                                        row.getString("fabric_name"),
                                        row.getBoolean("granted"))));
        return ports;
    }

    /** Whose these PKeys are: partition and tenant. */
    Map<PKey, String> owners(Connection connection, UUID fabric) throws SQLException {
        Map<PKey, String> owners = new HashMap<>();
        Sql.of("""
                        SELECT s.pkey, t.name || ', tenant ' || x.name AS owner
                        FROM partition_status s JOIN partition t ON t.id = s.partition_id JOIN tenant x ON x.id = t.tenant_id
                        WHERE s.fabric_id = ? AND s.state <> 'released'""", fabric).list(connection, row -> owners.put(new PKey(row.getInt("pkey")), row.getString("owner")));
        return owners;
    }

    Set<PKey> reserved(Connection connection, UUID fabric) throws SQLException {
        return new HashSet<>(Sql.of("""
                        SELECT s.pkey FROM pkey_slot s JOIN fabric f ON f.id = s.fabric_id
                        WHERE s.fabric_id = ? AND (s.state = 'reserved' OR s.pkey::integer <@ f.pkeys_reserved)""", fabric).list(connection, row -> new PKey(row.getInt("pkey"))));
    }

    /** Names of the tenant's partitions there, as keys. */
    Set<String> names(Connection connection, UUID fabric, UUID tenant) throws SQLException {
        return new HashSet<>(Sql.of(
                        "SELECT name_key FROM partition WHERE fabric_id = ? AND tenant_id = ? AND removed_at IS NULL",
                        fabric,
                        tenant)
                .list(connection, row -> row.getString("name_key")));
    }

    /** The fabric's own wake-up follows from the change. */
    void replaceFound(Connection connection, UUID fabric) throws SQLException {
        Sql.of("UPDATE fabric SET replaces_found = true, version = version + 1 WHERE id = ?", fabric)
                .update(connection);
    }

    boolean isManaged(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("SELECT FROM fabric_sm_host WHERE fabric_id = ?", fabric).exists(connection);
    }
}
