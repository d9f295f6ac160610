package dev.ibportal.portal.topology;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.ibportal.agent.v1.FabricSurvey;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.topology.core.Counters;
import dev.ibportal.portal.topology.core.Registered;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
     * @param counters of the last look that read any
     * @param countersBefore of the look before that
     */
    record Kept(
            UUID fabric,
            Instant lookedAt,
            FabricSurvey topology,
            @Nullable Instant topologyAt,
            FabricSurvey managers,
            @Nullable Instant managersAt,
            Counters.Look counters,
            Counters.Look countersBefore,
            List<String> unreadable) {}

    /** Of a node that does not look after this fabric nothing is taken. False: nothing was. */
    boolean keep(UUID node, FabricSurvey survey, Instant at) {
        FabricSurvey topology = survey.toBuilder()
                .clearManagers()
                .clearCounters()
                .clearCountersKnown()
                .clearUnreadable()
                .clearFabricId()
                .clearObservedAt()
                .build();
        FabricSurvey managers = FabricSurvey.newBuilder()
                .addAllManagers(survey.getManagersList())
                .build();
        FabricSurvey counters = FabricSurvey.newBuilder()
                .addAllCounters(survey.getCountersList())
                .setCountersKnown(survey.getCountersKnown())
                .build();
        boolean counted = survey.getCountersKnown() || survey.getCountersCount() > 0;
        return db.write(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("""
                    INSERT INTO fabric_survey (fabric_id, looked_at, topology, topology_at, managers, managers_at, unreadable,
                      counters, counters_at)
                    SELECT f.id, ?::timestamptz, ?::bytea, ?::timestamptz, ?::bytea, ?::timestamptz, ?::text[], ?::bytea,
                      ?::timestamptz
                    FROM fabric f JOIN fabric_sm_host h ON h.fabric_id = f.id WHERE f.id::text = ? AND h.node_id = ?
                    ON CONFLICT (fabric_id) DO UPDATE SET looked_at = excluded.looked_at,
                      topology = coalesce(excluded.topology, fabric_survey.topology),
                      topology_at = coalesce(excluded.topology_at, fabric_survey.topology_at),
                      managers = coalesce(excluded.managers, fabric_survey.managers),
                      managers_at = coalesce(excluded.managers_at, fabric_survey.managers_at),
                      unreadable = excluded.unreadable,
                      counters_before = CASE WHEN excluded.counters IS NULL THEN fabric_survey.counters_before
                        ELSE fabric_survey.counters END,
                      counters_before_at = CASE WHEN excluded.counters IS NULL THEN fabric_survey.counters_before_at
                        ELSE fabric_survey.counters_at END,
                      counters = coalesce(excluded.counters, fabric_survey.counters),
                      counters_at = coalesce(excluded.counters_at, fabric_survey.counters_at)""")) {
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
                statement.setBytes(7, counted ? counters.toByteArray() : null);
                statement.setObject(8, counted ? now : null, Types.TIMESTAMP_WITH_TIMEZONE);
                statement.setString(9, survey.getFabricId());
                statement.setObject(10, node);
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
                Rows.id(row, "fabric_id"),
                Rows.instant(row, "looked_at"),
                parse(row.getBytes("topology")),
                Rows.instantOrNull(row, "topology_at"),
                parse(row.getBytes("managers")),
                Rows.instantOrNull(row, "managers_at"),
                new Counters.Look(parse(row.getBytes("counters")), Rows.instantOrNull(row, "counters_at")),
                new Counters.Look(
                        parse(row.getBytes("counters_before")), Rows.instantOrNull(row, "counters_before_at")),
                Rows.strings(row, "unreadable"));
    }

    private static FabricSurvey parse(byte @Nullable [] bytes) {
        try {
            return bytes == null ? FabricSurvey.getDefaultInstance() : FabricSurvey.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("the stored survey of a fabric cannot be read", e);
        }
    }

    /** All registered ports of a fabric by GUID, with the tenants of their nodes. */
    Map<String, Registered> registered(UUID fabric) {
        return db.read(connection -> PortsSql.registered(connection, fabric, tenants(connection)));
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
