package dev.ibportal.portal.adoption;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.adoption.core.FoundInterface;
import dev.ibportal.portal.adoption.core.FoundInterface.Kept;
import dev.ibportal.portal.adoption.core.Home;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a node reported of interfaces that no membership stands for, and the partitions their keys belong to. */
@ApplicationScoped
class AdoptionSql {
    private static final ObjectMapper JSON = new ObjectMapper();

    boolean exists(Connection connection, UUID node) throws SQLException {
        return Sql.of("SELECT 1 FROM node WHERE id = ?", node).exists(connection);
    }

    record Port(UUID fabric, @Nullable List<Integer> table) {}

    Map<String, Port> ports(Connection connection, UUID node) throws SQLException {
        Map<String, Port> ports = new HashMap<>();
        Sql.of("""
                        SELECT p.guid, p.fabric_id, s.pkeys FROM port p LEFT JOIN port_status s ON s.port_id = p.id
                        WHERE p.node_id = ?""", node)
                .list(
                        connection,
                        row -> ports.put(
                                row.getString("guid"),
                                new Port(Rows.id(row, "fabric_id"), Rows.integers(row, "pkeys"))));
        return ports;
    }

    /** Interfaces with a tenant's key that nobody asked this portal for. */
    List<FoundInterface> found(Connection connection, UUID node, Map<String, Port> ports) throws SQLException {
        Optional<JsonNode> report = Sql.of("SELECT report FROM node_inventory WHERE node_id = ?", node)
                .first(connection, row -> read(row.getString("report")));
        if (report.isEmpty()) {
            return List.of();
        }
        Set<String> known = new HashSet<>(Sql.of("""
                        SELECT o.guid || ' ' || p.pkey AS place FROM membership m
                          JOIN membership_status s ON s.membership_id = m.id
                          JOIN port o ON o.id = m.port_id JOIN partition p ON p.id = m.partition_id
                        WHERE m.node_id = ? AND s.state <> 'absent'""", node).list(connection, row -> row.getString("place")));
        List<FoundInterface> found = new ArrayList<>();
        for (JsonNode netdev : report.get().path("netdevs")) {
            found(netdev, report.get().path("kept"), ports)
                    .filter(each -> !known.contains(
                            each.portGuid() + " " + PKey.parse(each.pkey()).base()))
                    .ifPresent(found::add);
        }
        return found;
    }

    private static Optional<FoundInterface> found(JsonNode netdev, JsonNode kept, Map<String, Port> ports) {
        Port port = ports.get(netdev.path("portGuid").asText());
        Optional<PKey> pkey = pkey(netdev.path("pkey").asText());
        boolean child = !netdev.path("parent").asText().isEmpty();
        List<InterfaceAddress> addresses = addresses(netdev);
        if (port == null || pkey.isEmpty() || (!child && addresses.isEmpty())) {
            return Optional.empty();
        }
        return Optional.of(new FoundInterface(
                netdev.path("name").asText(),
                child,
                netdev.path("portGuid").asText(),
                pkey.get().toString(),
                membership(port, pkey.get()),
                textOrNull(netdev, "mode"),
                netdev.path("mtu").isInt() ? netdev.path("mtu").asInt() : null,
                addresses,
                kept(netdev.path("name").asText(), kept)));
    }

    private static List<Kept> kept(String name, JsonNode all) {
        List<Kept> kept = new ArrayList<>();
        all.forEach(each -> {
            if (each.path("name").asText().equals(name)) {
                kept.add(new Kept(each.path("path").asText(), addresses(each)));
            }
        });
        return kept;
    }

    /** The default partition is nobody's. */
    private static Optional<PKey> pkey(String text) {
        try {
            return Optional.of(PKey.parse(text));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    private static @Nullable String membership(Port port, PKey pkey) {
        List<Integer> table = port.table() == null ? List.of() : port.table();
        return table.contains(pkey.full()) ? "full" : table.contains(pkey.limited()) ? "limited" : null;
    }

    private static List<InterfaceAddress> addresses(JsonNode of) {
        List<InterfaceAddress> addresses = new ArrayList<>();
        for (JsonNode text : of.path("addresses")) {
            InterfaceAddress address = InterfaceAddress.parse(text.asText());
            // The kernel's own.
            if (!address.toString().startsWith("fe80:")) {
                addresses.add(address);
            }
        }
        return addresses;
    }

    private static @Nullable String textOrNull(JsonNode of, String field) {
        return of.path(field).isTextual() ? of.path(field).asText() : null;
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database keeps valid JSON only", e);
        }
    }

    Optional<Home> home(Connection connection, UUID node, UUID fabric, PKey pkey) throws SQLException {
        return Sql.of("""
                        SELECT p.id, p.name, p.tenant_id, t.name AS tenant_name, p.ipoib, p.mode,
                          coalesce(p.ip_mtu, CASE p.mode WHEN 'connected' THEN 65520 ELSE p.ib_mtu - 4 END) AS mtu,
                          EXISTS (SELECT FROM node_grant g WHERE g.tenant_id = p.tenant_id AND g.node_id = ?) AS granted,
                          (SELECT array_agg(q.prefix::text ORDER BY q.prefix) FROM pool q WHERE q.partition_id = p.id) AS pools
                        FROM partition p JOIN tenant t ON t.id = p.tenant_id
                        WHERE p.fabric_id = ? AND p.pkey = ? AND p.removed_at IS NULL""", node, fabric, pkey.base())
                .first(
                        connection,
                        row -> new Home(
                                Rows.id(row, "id"),
                                row.getString("name"),
                                Rows.id(row, "tenant_id"),
                                row.getString("tenant_name"),
                                row.getBoolean("granted"),
                                row.getBoolean("ipoib"),
                                row.getString("mode"),
                                row.getInt("mtu"),
                                Rows.strings(row, "pools").stream()
                                        .map(IpPrefix::parse)
                                        .toList()));
    }
}
