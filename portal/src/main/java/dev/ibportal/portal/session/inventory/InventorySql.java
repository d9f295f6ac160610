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

    /** @return whether something is new that each tenant of the node sees */
    boolean store(UUID node, WholeReport report) {
        List<PortSighting> seen = PortSighting.of(report.hcas());
        return db.write(connection -> {
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
            List<Saved> saved = savePorts(connection, node, report, seen);
            savePlaces(connection, node, seen);
            boolean missing = report.unreadable().isEmpty() && markMissing(connection, node, report, seen);
            if (missing || saved.stream().anyMatch(Saved::came)) {
                Sql.of("SELECT wake_node(?::uuid)", node).exists(connection);
            }
            return missing || saved.stream().anyMatch(Saved::news);
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
        List<String> said = new ArrayList<>();
        if (!learned.foreign().isEmpty()) {
            said.add("this node reports ports that belong to others, and they stay there: "
                    + String.join("; ", learned.foreign()));
        }
        if (!learned.unconfirmed().isEmpty()) {
            said.add(
                    "this node reports ports that it had not at first; nobody can use them until you have registered them"
                            + " for it by hand: " + String.join(", ", learned.unconfirmed()));
        }
        String flag = String.join(". ", said);
        Sql.of("""
                        UPDATE node_status SET flag = ?, flagged_at = CASE WHEN ? = '' THEN NULL ELSE now() END
                        WHERE node_id = ? AND flag <> ? AND (? <> '' OR flag LIKE 'this node reports ports%')""", flag, flag, node, flag, flag).update(connection);
    }

    /**
     * A port that was written.
     *
     * @param came whether it was not there before
     * @param news whether anything else than its age and the keys in its table is new
     */
    private record Saved(boolean came, boolean news) {}

    private static List<Saved> savePorts(Connection connection, UUID node, WholeReport report, List<PortSighting> seen)
            throws SQLException {
        return Sql.of(
                        """
                        WITH before AS (
                          SELECT s.* FROM port_status s JOIN port p ON p.id = s.port_id
                          WHERE p.node_id = ? AND s.present)
                        INSERT INTO port_status AS t (port_id, seen_at, present, hca, port_num, state, phys_state, link_layer,
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
                        RETURNING t.port_id NOT IN (SELECT port_id FROM before) AS came,
                          NOT EXISTS (SELECT FROM before b WHERE b.port_id = t.port_id
                            AND (b.hca, b.port_num, b.state, b.phys_state, b.link_layer, b.rate, b.lid, b.sm_lid, b.netdev, b.reason)
                              IS NOT DISTINCT FROM (t.hca, t.port_num, t.state, t.phys_state, t.link_layer, t.rate, t.lid,
                                t.sm_lid, t.netdev, t.reason)) AS news""",
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
                .list(connection, row -> new Saved(row.getBoolean("came"), row.getBoolean("news")));
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
