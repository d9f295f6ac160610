package dev.ibportal.portal.session.live;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.ibportal.agent.v1.Hello;
import dev.ibportal.agent.v1.HostFacts;
import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.platform.db.FabricDb;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.session.core.Admission;
import dev.ibportal.portal.session.core.Admission.Known;
import dev.ibportal.portal.session.transport.Peer;
import dev.ibportal.portal.session.transport.Refusal;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Nodes coming and going, in {@code node_status}. */
@Singleton
class SessionSql {
    private static final Actor ACTOR = Actor.system("sessions");

    private final FabricDb db;
    private final AuditLog audit;
    private final ObjectMapper json;

    SessionSql(FabricDb db, AuditLog audit, ObjectMapper json) {
        this.db = db;
        this.audit = audit;
        this.json = json;
    }

    /** Number of the newest journal entry that was kept of this node; 0 when there is none. */
    long lastOfJournal(UUID node) {
        return db.read(connection -> {
            try (PreparedStatement s = connection.prepareStatement(
                    "SELECT coalesce(max(number), 0) FROM node_journal WHERE node_id = ?")) {
                s.setObject(1, node);
                try (ResultSet r = s.executeQuery()) {
                    r.next();
                    return r.getLong(1);
                }
            }
        });
    }

    /** Decides under the lock of the node's status, and writes the decision down. */
    Admission admit(Peer peer, Hello hello, Instant now) {
        return db.write(connection -> {
            Known node = known(connection, peer.nodeId());
            Admission admission = Admission.decide(node, hello.getMachineId(), peer.address());
            if (admission instanceof Admission.Refused refused) {
                flag(connection, peer, node.name(), refused, now);
            } else {
                online(connection, peer.nodeId(), hello, now);
            }
            return admission;
        });
    }

    private static Known known(Connection connection, UUID node) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("""
                SELECT n.name, n.retired_at, n.dead_at, s.machine_id
                FROM node_status s JOIN node n ON n.id = s.node_id WHERE s.node_id = ? FOR UPDATE OF s""")) {
            s.setObject(1, node);
            try (ResultSet r = s.executeQuery()) {
                if (!r.next()) {
                    throw Refusal.denied("node.unknown", "node " + node + " is not known to this portal");
                }
                return new Known(r.getString(1), instant(r, 2), instant(r, 3), r.getString(4));
            }
        }
    }

    private void online(Connection connection, UUID node, Hello hello, Instant now) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("""
                UPDATE node_status SET since = CASE WHEN state = 'online' THEN since ELSE ? END, state = 'online',
                  reason = '', last_seen_at = ?, machine_id = ?, boot_nonce = ?, daemon_version = ?, capabilities = ?,
                  facts = ?::jsonb WHERE node_id = ?""")) {
            s.setObject(1, utc(now));
            s.setObject(2, utc(now));
            s.setString(3, hello.getMachineId());
            s.setString(4, hello.getBootNonce());
            s.setString(5, hello.getDaemonVersion());
            s.setArray(
                    6,
                    connection.createArrayOf("text", hello.getCapabilitiesList().toArray()));
            s.setString(7, facts(hello.getFacts()));
            s.setObject(8, node);
            s.executeUpdate();
        }
    }

    /** One audit event for one finding, however often the refused daemon dials again. */
    private void flag(Connection connection, Peer peer, String name, Admission.Refused refused, Instant now)
            throws SQLException {
        if (refused.flag().isEmpty()) {
            return;
        }
        try (PreparedStatement s = connection.prepareStatement(
                "UPDATE node_status SET flag = ?, flagged_at = ? WHERE node_id = ? AND flag <> ?")) {
            s.setString(1, refused.flag());
            s.setObject(2, utc(now));
            s.setObject(3, peer.nodeId());
            s.setString(4, refused.flag());
            if (s.executeUpdate() == 1) {
                audit.record(
                        connection,
                        AuditEntry.denied("node.connect", "node", peer.nodeId(), name + ": " + refused.flag())
                                .by(ACTOR));
            }
        }
    }

    private String facts(HostFacts facts) {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("hostName", facts.getHostName());
        map.put("osId", facts.getOsId());
        map.put("osVersion", facts.getOsVersion());
        map.put("osName", facts.getOsPrettyName());
        map.put("kernel", facts.getKernelRelease());
        map.put("architecture", facts.getArchitecture());
        map.put("persistence", facts.getPersistenceBackend());
        map.put("persistenceReason", facts.getPersistenceReason());
        try {
            return json.writeValueAsString(map);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a map of text always becomes JSON", e);
        }
    }

    private static @Nullable Instant instant(ResultSet r, int column) throws SQLException {
        OffsetDateTime time = r.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
