package dev.ibportal.portal.topology;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.topology.core.Registered;
import dev.ibportal.types.PKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The last look at each fabric. */
@Singleton
class SurveySql {
    private final FabricDb db;

    SurveySql(FabricDb db) {
        this.db = db;
    }

    /**
     * What is kept of a fabric.
     *
     * @param topology elements and links of the last look that found all of them
     * @param managers of the last look that heard them
     */
    record Kept(
            Instant lookedAt,
            FabricSurvey topology,
            @Nullable Instant topologyAt,
            FabricSurvey managers,
            @Nullable Instant managersAt,
            List<String> unreadable) {}

    /** Of a node that does not look after this fabric nothing is taken. False: nothing was. */
    boolean keep(UUID node, FabricSurvey survey, Instant at) {
        FabricSurvey topology = survey.toBuilder()
                .clearManagers()
                .clearUnreadable()
                .clearFabricId()
                .clearObservedAt()
                .build();
        FabricSurvey managers = FabricSurvey.newBuilder()
                .addAllManagers(survey.getManagersList())
                .build();
        return db.write(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("""
                    INSERT INTO fabric_survey (fabric_id, looked_at, topology, topology_at, managers, managers_at, unreadable)
                    SELECT f.id, ?::timestamptz, ?::bytea, ?::timestamptz, ?::bytea, ?::timestamptz, ?::text[]
                    FROM fabric f WHERE f.id::text = ? AND f.sm_node_id = ?
                    ON CONFLICT (fabric_id) DO UPDATE SET looked_at = excluded.looked_at,
                      topology = coalesce(excluded.topology, fabric_survey.topology),
                      topology_at = coalesce(excluded.topology_at, fabric_survey.topology_at),
                      managers = coalesce(excluded.managers, fabric_survey.managers),
                      managers_at = coalesce(excluded.managers_at, fabric_survey.managers_at),
                      unreadable = excluded.unreadable""")) {
                OffsetDateTime now = at.atOffset(ZoneOffset.UTC);
                statement.setObject(1, now);
                statement.setBytes(2, survey.getTopologyKnown() ? topology.toByteArray() : null);
                statement.setObject(3, survey.getTopologyKnown() ? now : null, Types.TIMESTAMP_WITH_TIMEZONE);
                statement.setBytes(4, survey.getManagersKnown() ? managers.toByteArray() : null);
                statement.setObject(5, survey.getManagersKnown() ? now : null, Types.TIMESTAMP_WITH_TIMEZONE);
                statement.setArray(
                        6,
                        connection.createArrayOf(
                                "text",
                                survey.getUnreadableList().stream()
                                        .map(line -> line.replace("\0", ""))
                                        .toArray()));
                statement.setString(7, survey.getFabricId());
                statement.setObject(8, node);
                return statement.executeUpdate() > 0;
            }
        });
    }

    Optional<Kept> find(UUID fabric) {
        return db.read(connection -> Sql.of("SELECT * FROM fabric_survey WHERE fabric_id = ?", fabric)
                .first(connection, SurveySql::kept));
    }

    /** What was seen of all other fabrics, by their names. */
    Map<String, FabricSurvey> others(UUID fabric) {
        return db.read(connection -> {
            Map<String, FabricSurvey> others = new HashMap<>();
            Sql.of("""
                            SELECT f.name, s.topology FROM fabric_survey s JOIN fabric f ON f.id = s.fabric_id
                            WHERE s.fabric_id <> ? AND s.topology IS NOT NULL""", fabric)
                    .list(connection, row -> Map.entry(row.getString("name"), parse(row.getBytes("topology"))))
                    .forEach(each -> others.put(each.getKey(), each.getValue()));
            return others;
        });
    }

    private static Kept kept(ResultSet row) throws SQLException {
        return new Kept(
                Rows.instant(row, "looked_at"),
                parse(row.getBytes("topology")),
                Rows.instantOrNull(row, "topology_at"),
                parse(row.getBytes("managers")),
                Rows.instantOrNull(row, "managers_at"),
                Rows.strings(row, "unreadable"));
    }

    private static FabricSurvey parse(byte @Nullable [] bytes) {
        try {
            return bytes == null ? FabricSurvey.getDefaultInstance() : FabricSurvey.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the stored survey of a fabric cannot be read", e);
        }
    }

    /** Registered ports of a fabric by GUID. */
    Map<String, Registered> registered(UUID fabric) {
        return db.read(connection -> {
            Map<UUID, List<String>> tenants = tenants(connection);
            Map<String, Set<String>> partitions = new HashMap<>();
            Sql.of("""
                            SELECT o.guid, p.pkey FROM membership m JOIN port o ON o.id = m.port_id
                              JOIN partition p ON p.id = m.partition_id
                            WHERE m.fabric_id = ? AND m.removed_at IS NULL""", fabric)
                    .list(
                            connection,
                            row -> partitions
                                    .computeIfAbsent(row.getString("guid"), guid -> new HashSet<>())
                                    .add(new PKey(row.getInt("pkey")).toString()));
            Map<String, Registered> ports = new HashMap<>();
            Sql.of("""
                            SELECT o.guid, n.id, n.name FROM port o JOIN node n ON n.id = o.node_id
                            WHERE o.fabric_id = ?""", fabric)
                    .list(connection, row -> {
                        String guid = row.getString("guid");
                        UUID node = Rows.id(row, "id");
                        return Map.entry(
                                guid,
                                new Registered(
                                        node,
                                        row.getString("name"),
                                        tenants.getOrDefault(node, List.of()),
                                        partitions.getOrDefault(guid, Set.of())));
                    })
                    .forEach(each -> ports.put(each.getKey(), each.getValue()));
            return ports;
        });
    }

    private static Map<UUID, List<String>> tenants(Connection connection) throws SQLException {
        return Sql.of("""
                        SELECT g.node_id, array_agg(t.name::text ORDER BY t.name_key) AS names
                        FROM node_grant g JOIN tenant t ON t.id = g.tenant_id GROUP BY g.node_id""")
                .list(connection, row -> Map.entry(Rows.id(row, "node_id"), Rows.strings(row, "names")))
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
