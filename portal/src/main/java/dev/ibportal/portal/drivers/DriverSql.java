package dev.ibportal.portal.drivers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.drivers.NodeShape;
import dev.ibportal.drivers.PciId;
import dev.ibportal.portal.drivers.core.Adapters;
import dev.ibportal.portal.drivers.core.NodeFacts;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Profiles that were read in, and what nodes told of themselves. */
@ApplicationScoped
class DriverSql {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Catalogues of one profile each, as they were read in. */
    List<String> profiles(Connection connection) throws SQLException {
        return Sql.of("SELECT body::text AS body FROM driver_profile ORDER BY id")
                .list(connection, row -> row.getString("body"));
    }

    void save(Connection connection, String id, String body) throws SQLException {
        Sql.of("""
                        INSERT INTO driver_profile (id, body) VALUES (?, ?::jsonb)
                        ON CONFLICT (id) DO UPDATE SET body = excluded.body, imported_at = now()""", id, body).update(connection);
    }

    boolean remove(Connection connection, String id) throws SQLException {
        return Sql.of("DELETE FROM driver_profile WHERE id = ?", id).update(connection) > 0;
    }

    /** All hosts that are in use, by name. */
    List<NodeFacts> nodes(Connection connection) throws SQLException {
        return Sql.of("""
                        SELECT n.id, n.name, s.state, s.facts::text AS facts,
                          (SELECT array_agg(DISTINCT f.name::text) FROM port p JOIN fabric f ON f.id = p.fabric_id
                           WHERE p.node_id = n.id) AS fabrics,
                          (SELECT array_agg(g.name ORDER BY g.name) FROM redundancy_group g WHERE g.node_id = n.id) AS groups,
                          (SELECT jsonb_path_query_array(i.report, '$.hcas[*]') FROM node_inventory i
                           WHERE i.node_id = n.id)::text AS hcas,
                          (SELECT i.report #> '{drivers,adapters}' FROM node_inventory i
                           WHERE i.node_id = n.id)::text AS adapters
                        FROM node n JOIN node_status s ON s.node_id = n.id
                        WHERE n.retired_at IS NULL AND 'node' = ANY (n.roles) ORDER BY n.name_key""").list(connection, DriverSql::facts);
    }

    private static NodeFacts facts(ResultSet row) throws SQLException {
        JsonNode told = read(row.getString("facts"));
        Optional<List<PciId>> adapters = adapters(row.getString("adapters"), row.getString("hcas"));
        return new NodeFacts(
                Rows.id(row, "id"),
                row.getString("name"),
                row.getString("state"),
                Rows.strings(row, "fabrics"),
                Rows.strings(row, "groups"),
                new NodeShape(
                        told.path("osId").asText(),
                        told.path("osVersion").asText(),
                        told.path("kernel").asText(),
                        told.path("architecture").asText(),
                        adapters.orElse(List.of())),
                told.hasNonNull("osId"),
                adapters.isPresent());
    }

    /**
     * Those on the PCI bus where the daemon looked there; else those among RDMA devices, of which there may be more without a
     * driver. Empty: not known.
     */
    private static Optional<List<PciId>> adapters(@Nullable String bus, @Nullable String cards) {
        if (bus != null && read(bus).isArray()) {
            List<PciId> ids = new ArrayList<>();
            read(bus).forEach(one -> ids.add(PciId.parse(one.path("id").asText())));
            return Optional.of(ids.stream().distinct().toList());
        }
        List<PciId> ids = new ArrayList<>();
        boolean every = cards != null;
        for (JsonNode card : read(cards == null ? "[]" : cards)) {
            every &= Adapters.of(card.path("type").asText(), card.path("driver").asText())
                    .map(ids::add)
                    .isPresent();
        }
        return every && !ids.isEmpty() ? Optional.of(ids.stream().distinct().toList()) : Optional.empty();
    }

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database keeps valid JSON only", e);
        }
    }
}
