package dev.ibportal.portal.node;

import dev.ibportal.portal.node.NodeDetail.OperatorPart;
import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.DisplayName;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of nodes. What reads for people runs on any connection; what writes, and what only operators see, on fabric's. */
@ApplicationScoped
class NodeSql {
    private static final Listing NODES = Listing.of("""
                    n.id, n.name, n.roles, n.created_at, n.version, s.state, s.since, s.reason,
                    seen_of_shared(s.last_seen_at, 'minute') AS last_seen_at, s.facts,
                    (SELECT count(*) FROM port p WHERE p.node_id = n.id) AS ports""", "node n JOIN node_status s ON s.node_id = n.id", "n.id")
            .by("name", "n.name_key", "text")
            .by("state", "s.state", "text")
            .by("lastSeenAt", "coalesce(seen_of_shared(s.last_seen_at, 'minute'), '-infinity')", "timestamptz")
            .by("createdAt", "n.created_at", "timestamptz");

    static final List<String> STATES = List.of("invited", "online", "unreachable", "dead", "retired");

    Page<NodeView> page(Connection connection, @Nullable String search, @Nullable String state, PageRequest request)
            throws SQLException {
        Where where = state == null ? Where.of("n.retired_at IS NULL") : Where.of("s.state = ?", state);
        if (search != null && !search.isBlank()) {
            String text = search.strip();
            where.and(
                    "position(? IN n.name_key) > 0"
                            + " OR EXISTS (SELECT FROM port p WHERE p.node_id = n.id AND position(lower(?) IN p.guid) > 0)",
                    new DisplayName(text).key(),
                    text);
        }
        return NODES.page(connection, where, request, NodeSql::view);
    }

    record Found(NodeView node, String facts) {}

    Optional<Found> find(Connection connection, UUID id) throws SQLException {
        List<Found> found =
                NODES.all(connection, Where.of("n.id = ?", id), row -> new Found(view(row), row.getString("facts")));
        return found.stream().findFirst();
    }

    OperatorPart operatorPart(Connection connection, UUID id) throws SQLException {
        List<Ref> tenants = Sql.of("""
                        SELECT t.id, t.name FROM node_grant g JOIN tenant t ON t.id = g.tenant_id
                        WHERE g.node_id = ? ORDER BY t.name_key""", id).list(connection, row -> new Ref(Rows.id(row, "id"), row.getString("name")));
        return Sql.of("""
                        SELECT daemon_version, machine_id, capabilities, flag, flagged_at FROM node_status
                        WHERE node_id = ?""", id)
                .single(
                        connection,
                        row -> new OperatorPart(
                                tenants,
                                orEmpty(row.getString("daemon_version")),
                                orEmpty(row.getString("machine_id")),
                                Rows.strings(row, "capabilities"),
                                row.getString("flag"),
                                Rows.instantOrNull(row, "flagged_at")));
    }

    Optional<String> inventory(Connection connection, UUID id) throws SQLException {
        return Sql.of("""
                        SELECT jsonb_build_object('observedAt', observed_at, 'sequence', sequence, 'netdevCount', netdevs,
                          'report', report)::text AS body
                        FROM node_inventory WHERE node_id = ?""", id).first(connection, row -> row.getString("body"));
    }

    void insert(Connection connection, UUID id, DisplayName name, List<String> roles) throws SQLException {
        Sql.of("INSERT INTO node (id, name, name_key, roles) VALUES (?, ?, ?, ?)", id, name, name.key(), roles)
                .update(connection);
    }

    /** The tenant's name, if there is such a tenant. */
    Optional<String> tenantName(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("SELECT name FROM tenant WHERE id = ?", tenant).first(connection, row -> row.getString("name"));
    }

    /** Answers whether it was not granted before. */
    boolean grant(Connection connection, UUID tenant, UUID node) throws SQLException {
        return Sql.of("INSERT INTO node_grant (tenant_id, node_id) VALUES (?, ?) ON CONFLICT DO NOTHING", tenant, node)
                        .update(connection)
                > 0;
    }

    record Granted(UUID node, String name) {}

    /** Grants those of these hosts that were not granted before, and answers which. */
    List<Granted> grantAll(Connection connection, UUID tenant, List<UUID> wanted) throws SQLException {
        return Sql.of("""
                        WITH made AS (
                          INSERT INTO node_grant (tenant_id, node_id)
                          SELECT ?, id FROM node WHERE id = ANY (?) AND retired_at IS NULL AND 'node' = ANY (roles)
                          ON CONFLICT DO NOTHING RETURNING node_id)
                        SELECT n.id, n.name FROM made m JOIN node n ON n.id = m.node_id ORDER BY n.name_key""", tenant, wanted)
                .list(connection, row -> new Granted(Rows.id(row, "id"), row.getString("name")));
    }

    /** What a tenant's quota of nodes says to these. */
    record Room(long limit, long used, long wanted) {}

    Room room(Connection connection, UUID tenant, List<UUID> wanted) throws SQLException {
        return Sql.of("""
                        SELECT coalesce((SELECT most FROM tenant_quota WHERE tenant_id = ? AND kind = 'nodes'), 0) AS most,
                          quota_used(?, 'nodes') AS used,
                          (SELECT count(*) FROM node n WHERE n.id = ANY (?) AND n.retired_at IS NULL
                             AND 'node' = ANY (n.roles) AND NOT EXISTS (
                               SELECT FROM node_grant g WHERE g.node_id = n.id AND g.tenant_id = ?)) AS wanted""", tenant, tenant, wanted, tenant)
                .first(connection, row -> new Room(row.getLong("most"), row.getLong("used"), row.getLong("wanted")))
                .orElseThrow();
    }

    /**
     * Takes a grant back, together with what is left of memberships whose absence was proven. Answers whether there was
     * a grant; fails while a membership or an address uses it.
     */
    boolean revoke(Connection connection, UUID tenant, UUID node) throws SQLException {
        Sql.of("""
                        DELETE FROM membership m USING membership_status s
                        WHERE s.membership_id = m.id AND s.state = 'absent' AND m.tenant_id = ? AND m.node_id = ?""", tenant, node).update(connection);
        return Sql.of("DELETE FROM node_grant WHERE tenant_id = ? AND node_id = ?", tenant, node)
                        .update(connection)
                > 0;
    }

    record Uses(int members, int leaving, int addresses) {}

    Uses uses(Connection connection, UUID tenant, UUID node) throws SQLException {
        return Sql.of("""
                        SELECT count(*) FILTER (WHERE m.removed_at IS NULL) AS members,
                          count(*) FILTER (WHERE m.removed_at IS NOT NULL) AS leaving,
                          (SELECT count(*) FROM address a WHERE a.tenant_id = ? AND a.node_id = ?) AS addresses
                        FROM membership m JOIN membership_status s ON s.membership_id = m.id
                        WHERE m.tenant_id = ? AND m.node_id = ? AND s.state <> 'absent'""", tenant, node, tenant, node)
                .single(
                        connection,
                        row -> new Uses(row.getInt("members"), row.getInt("leaving"), row.getInt("addresses")));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static NodeView view(ResultSet row) throws SQLException {
        return new NodeView(
                Rows.id(row, "id"),
                row.getString("name"),
                Rows.strings(row, "roles"),
                row.getString("state"),
                Rows.instant(row, "since"),
                row.getString("reason"),
                Rows.instantOrNull(row, "last_seen_at"),
                row.getInt("ports"),
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }
}
