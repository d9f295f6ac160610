package dev.ibportal.portal.session.inventory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.portal.node.PortService;
import dev.ibportal.portal.node.PortService.Learned;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.session.core.Words;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stores a report, and what it says of registered ports. */
@Singleton
class InventorySql {
    private static final Actor ACTOR = Actor.system("inventory");

    private final FabricDb db;
    private final PortService ports;
    private final ObjectMapper json;

    InventorySql(FabricDb db, PortService ports, ObjectMapper json) {
        this.db = db;
        this.ports = ports;
        this.json = json;
    }

    void store(UUID node, WholeReport report) {
        List<PortSighting> seen = PortSighting.of(report.hcas());
        db.run(connection -> {
            save(connection, node, report);
            Learned learned = ports.learn(
                    connection,
                    node,
                    seen.stream()
                            .filter(PortSighting::isInfiniBand)
                            .map(PortSighting::guid)
                            .toList(),
                    ACTOR);
            flag(connection, node, learned);
            boolean changed = savePorts(connection, node, report, seen);
            savePlaces(connection, node, seen);
            changed |= report.unreadable().isEmpty() && markMissing(connection, node, report, seen);
            if (changed) {
                Sql.of("SELECT wake_node(?::uuid)", node).exists(connection);
            }
        });
    }

    private void save(Connection connection, UUID node, WholeReport report) throws SQLException {
        Sql.of(
                        """
                        INSERT INTO node_inventory (node_id, observed_at, sequence, report, netdevs)
                        VALUES (?, ?, ?, ?::jsonb, ?)
                        ON CONFLICT (node_id) DO UPDATE SET observed_at = excluded.observed_at,
                          sequence = excluded.sequence, report = excluded.report, netdevs = excluded.netdevs""",
                        node,
                        report.observedAt(),
                        report.sequence(),
                        text(InventoryJson.of(report)),
                        report.netdevs().size())
                .update(connection);
    }

    private String text(InventoryJson report) {
        try {
            // JSON may hold it, PostgreSQL's cannot
            return json.writeValueAsString(report).replace("\\u0000", "\\ufffd");
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("records of text and numbers always become JSON", e);
        }
    }

    /** A GUID that is another node's stays there, and both nodes are named to the operator. */
    private static void flag(Connection connection, UUID node, Learned learned) throws SQLException {
        String flag = learned.foreign().isEmpty()
                ? ""
                : "this node reports ports that belong to others, and they stay there: "
                        + String.join("; ", learned.foreign());
        Sql.of("""
                        UPDATE node_status SET flag = ?, flagged_at = CASE WHEN ? = '' THEN NULL ELSE now() END
                        WHERE node_id = ? AND flag <> ? AND (? <> '' OR flag LIKE 'this node reports ports%')""", flag, flag, node, flag, flag).update(connection);
    }

    /** @return whether a port is there now that was not before */
    private static boolean savePorts(Connection connection, UUID node, WholeReport report, List<PortSighting> seen)
            throws SQLException {
        return Sql.of(
                        """
                        WITH before AS (
                          SELECT s.port_id FROM port_status s JOIN port p ON p.id = s.port_id
                          WHERE p.node_id = ? AND s.present)
                        INSERT INTO port_status (port_id, seen_at, present, hca, port_num, state, phys_state, link_layer,
                          rate, lid, sm_lid, netdev, pkeys, reason)
                        SELECT p.id, ?, true, u.hca, u.port_num, u.state, u.phys_state, u.link_layer, u.rate, u.lid,
                          u.sm_lid, u.netdev, u.pkeys::integer[], u.reason
                        FROM unnest(?::text[], ?::text[], ?::integer[], ?::text[], ?::text[], ?::text[], ?::text[],
                            ?::integer[], ?::integer[], ?::text[], ?::text[], ?::text[])
                          u (guid, hca, port_num, state, phys_state, link_layer, rate, lid, sm_lid, netdev, pkeys, reason)
                          JOIN port p ON p.guid = u.guid AND p.node_id = ?
                        ON CONFLICT (port_id) DO UPDATE SET seen_at = excluded.seen_at, present = true,
                          hca = excluded.hca, port_num = excluded.port_num, state = excluded.state,
                          phys_state = excluded.phys_state, link_layer = excluded.link_layer, rate = excluded.rate,
                          lid = excluded.lid, sm_lid = excluded.sm_lid, netdev = excluded.netdev, pkeys = excluded.pkeys,
                          reason = excluded.reason
                        RETURNING port_id IN (SELECT port_id FROM before) AS known""",
                        node,
                        report.observedAt(),
                        each(seen, sighting -> sighting.guid().toString()),
                        each(seen, PortSighting::device),
                        each(seen, sighting -> sighting.port().getNumber()),
                        each(seen, sighting -> Words.of(sighting.port().getState(), "PORT_STATE_", '_')),
                        each(seen, sighting -> Words.of(sighting.port().getPhysState(), "PHYS_STATE_", '_')),
                        each(seen, sighting -> Words.of(sighting.port().getLinkLayer(), "LINK_LAYER_", '_')),
                        each(seen, sighting -> sighting.port().getRate()),
                        each(
                                seen,
                                sighting -> sighting.port().hasLid()
                                        ? sighting.port().getLid()
                                        : null),
                        each(
                                seen,
                                sighting -> sighting.port().hasSmLid()
                                        ? sighting.port().getSmLid()
                                        : null),
                        each(seen, sighting -> sighting.port().getNetdev()),
                        each(seen, InventorySql::pkeys),
                        each(seen, InventorySql::reason),
                        node)
                .list(connection, row -> row.getBoolean("known"))
                .contains(false);
    }

    /** What is not known of a card says nothing of where it sits. */
    private static void savePlaces(Connection connection, UUID node, List<PortSighting> seen) throws SQLException {
        List<PortSighting> known = seen.stream()
                .filter(sighting -> !sighting.place().model().isEmpty())
                .toList();
        Sql.of(
                        """
                        INSERT INTO port_hardware (port_id, hca_type, psid, pci_address, ordinal)
                        SELECT p.id, u.model, u.psid, u.pci, u.ordinal
                        FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::integer[]) u (guid, model, psid, pci, ordinal)
                          JOIN port p ON p.guid = u.guid AND p.node_id = ?
                        ON CONFLICT (port_id) DO UPDATE SET hca_type = excluded.hca_type, psid = excluded.psid,
                          pci_address = excluded.pci_address, ordinal = excluded.ordinal
                        WHERE (port_hardware.hca_type, port_hardware.psid, port_hardware.pci_address, port_hardware.ordinal)
                          IS DISTINCT FROM (excluded.hca_type, excluded.psid, excluded.pci_address, excluded.ordinal)""",
                        each(known, sighting -> sighting.guid().toString()),
                        each(known, sighting -> sighting.place().model()),
                        each(known, sighting -> sighting.place().psid()),
                        each(known, sighting -> sighting.place().pciAddress()),
                        each(known, sighting -> sighting.place().ordinal()),
                        node)
                .update(connection);
    }

    private static boolean markMissing(Connection connection, UUID node, WholeReport report, List<PortSighting> seen)
            throws SQLException {
        return Sql.of(
                                """
                                INSERT INTO port_status (port_id, seen_at, present, reason)
                                SELECT p.id, ?, false, 'the node does not report this port' FROM port p
                                WHERE p.node_id = ? AND p.guid <> ALL (?::text[])
                                ON CONFLICT (port_id) DO UPDATE SET present = false, reason = excluded.reason,
                                  seen_at = excluded.seen_at, state = 'unknown', phys_state = 'unknown', pkeys = NULL
                                WHERE port_status.present""",
                                report.observedAt(),
                                node,
                                each(seen, sighting -> sighting.guid().toString()))
                        .update(connection)
                > 0;
    }

    private static @Nullable String pkeys(PortSighting sighting) {
        return sighting.port().getPkeysKnown()
                ? sighting.port().getPkeysList().stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(",", "{", "}"))
                : null;
    }

    private static String reason(PortSighting sighting) {
        return sighting.isInfiniBand() ? "" : "the port is in Ethernet mode: IPoIB needs InfiniBand";
    }

    private static List<@Nullable Object> each(
            List<PortSighting> seen, Function<PortSighting, @Nullable Object> value) {
        List<@Nullable Object> values = new ArrayList<>();
        seen.forEach(sighting -> values.add(value.apply(sighting)));
        return values;
    }
}
