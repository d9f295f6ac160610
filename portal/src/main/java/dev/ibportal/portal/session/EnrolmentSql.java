package dev.ibportal.portal.session;

import dev.ibportal.portal.session.transport.Refusal;
import dev.ibportal.types.NodeIdentity;
import dev.ibportal.types.NodeIdentity.Role;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tokens and certificates of nodes. Every method runs in the caller's transaction. */
@Singleton
class EnrolmentSql {
    /** The node as enrolment sees it. */
    record Node(
            NodeIdentity identity,
            String name,
            @Nullable Instant retiredAt,
            String state,
            @Nullable String machineId) {}

    /** A token that was found. */
    record Token(
            UUID id, UUID node, Instant expiresAt, @Nullable Instant usedAt) {}

    Optional<Node> node(Connection connection, UUID id) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("""
                SELECT n.name, n.roles, n.retired_at, t.state, t.machine_id
                FROM node n JOIN node_status t ON t.node_id = n.id WHERE n.id = ? FOR UPDATE OF t""")) {
            s.setObject(1, id);
            try (ResultSet r = s.executeQuery()) {
                if (!r.next()) {
                    return Optional.empty();
                }
                String[] roles = (String[]) r.getArray(2).getArray();
                NodeIdentity identity = new NodeIdentity(
                        id, Arrays.stream(roles).map(Role::parse).collect(Collectors.toSet()));
                return Optional.of(new Node(identity, r.getString(1), instant(r, 3), r.getString(4), r.getString(5)));
            }
        }
    }

    void saveToken(Connection connection, UUID node, byte[] hash, Instant now, Instant expiresAt) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(
                "INSERT INTO enrolment_token (node_id, token_hash, created_at, expires_at) VALUES (?, ?, ?, ?)")) {
            s.setObject(1, node);
            s.setBytes(2, hash);
            s.setObject(3, utc(now));
            s.setObject(4, utc(expiresAt));
            s.executeUpdate();
        }
    }

    /** Locks the token, so that of two who send it one is too late. */
    Optional<Token> token(Connection connection, byte[] hash) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(
                "SELECT id, node_id, expires_at, used_at FROM enrolment_token WHERE token_hash = ? FOR UPDATE")) {
            s.setBytes(1, hash);
            try (ResultSet r = s.executeQuery()) {
                return r.next()
                        ? Optional.of(new Token(
                                r.getObject(1, UUID.class),
                                r.getObject(2, UUID.class),
                                r.getObject(3, OffsetDateTime.class).toInstant(),
                                instant(r, 4)))
                        : Optional.empty();
            }
        }
    }

    void useToken(Connection connection, UUID token, Instant now) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("UPDATE enrolment_token SET used_at = ? WHERE id = ?")) {
            s.setObject(1, utc(now));
            s.setObject(2, token);
            s.executeUpdate();
        }
    }

    /** From now on the node is this machine, and alive; what it was before gets in no more. */
    void becomeMachine(Connection connection, UUID node, String machineId, Instant now) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(
                "UPDATE node_certificate SET denied_at = ? WHERE node_id = ? AND denied_at IS NULL")) {
            s.setObject(1, utc(now));
            s.setObject(2, node);
            s.executeUpdate();
        }
        try (PreparedStatement s = connection.prepareStatement("""
                UPDATE node_status SET machine_id = ?, flag = '', flagged_at = NULL,
                  since = CASE state WHEN 'dead' THEN ? ELSE since END,
                  reason = CASE state WHEN 'dead' THEN 'enrolled anew; first makes absent what was released meanwhile'
                    ELSE reason END,
                  state = CASE state WHEN 'dead' THEN 'invited' ELSE state END
                WHERE node_id = ?""")) {
            s.setString(1, machineId);
            s.setObject(2, utc(now));
            s.setObject(3, node);
            s.executeUpdate();
        }
        try (PreparedStatement s = connection.prepareStatement(
                "UPDATE node SET dead_at = NULL, version = version + 1 WHERE id = ? AND dead_at IS NOT NULL")) {
            s.setObject(1, node);
            s.executeUpdate();
        }
    }

    void saveCertificate(Connection connection, UUID node, String serial, Instant now, Instant notAfter)
            throws SQLException {
        try (PreparedStatement s = connection.prepareStatement(
                "INSERT INTO node_certificate (serial, node_id, issued_at, not_after) VALUES (?, ?, ?, ?)")) {
            s.setString(1, serial);
            s.setObject(2, node);
            s.setObject(3, utc(now));
            s.setObject(4, utc(notAfter));
            s.executeUpdate();
        }
    }

    /** @throws Refusal if the certificate is on the deny list, not from here, or its node is retired */
    void requireGood(Connection connection, UUID node, String serial) throws SQLException {
        try (PreparedStatement s = connection.prepareStatement("""
                SELECT n.name, n.retired_at, c.denied_at, n.dead_at
                FROM node_certificate c JOIN node n ON n.id = c.node_id WHERE c.serial = ? AND n.id = ?""")) {
            s.setString(1, serial);
            s.setObject(2, node);
            try (ResultSet r = s.executeQuery()) {
                if (!r.next()) {
                    throw Refusal.denied(
                            "certificate.unknown",
                            "this portal has not issued certificate " + serial + " to node " + node
                                    + "; enrol the node again with a new token");
                }
                Instant retired = instant(r, 2);
                if (retired != null) {
                    throw Refusal.denied("node.retired", "node " + r.getString(1) + " was retired at " + retired);
                }
                Instant dead = instant(r, 4);
                if (dead != null) {
                    throw Refusal.denied(
                            "node.dead",
                            "node " + r.getString(1) + " was declared dead at " + dead
                                    + ", and what it had may be somebody else's now; enrol it anew with a new token");
                }
                Instant denied = instant(r, 3);
                if (denied != null) {
                    throw Refusal.denied(
                            "certificate.denied",
                            "certificate " + serial + " of node " + r.getString(1) + " was withdrawn at " + denied
                                    + ", because the node was enrolled anew or by an operator");
                }
            }
        }
    }

    private static @Nullable Instant instant(ResultSet r, int column) throws SQLException {
        OffsetDateTime time = r.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }
}
