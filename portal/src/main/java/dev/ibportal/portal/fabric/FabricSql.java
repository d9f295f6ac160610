package dev.ibportal.portal.fabric;

import dev.ibportal.portal.fabric.FabricView.Kept;
import dev.ibportal.portal.fabric.FabricView.Master;
import dev.ibportal.portal.fabric.FabricView.PKeys;
import dev.ibportal.portal.fabric.FabricView.SmHost;
import dev.ibportal.portal.fabric.FabricView.SmNode;
import dev.ibportal.portal.fabric.FabricView.Status;
import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of fabrics, on connections of fabric-wide work. */
@ApplicationScoped
class FabricSql {
    private static final Listing FABRICS = Listing.of(
                    """
                    f.id, f.name, f.sm_kind, f.sm_node_id, n.name AS sm_node_name, f.pkey_first, f.pkey_last,
                    extract(epoch FROM f.quarantine)::bigint AS quarantine_seconds, f.default_membership, f.removal_approval, f.created_at,
                    f.pkeys_reserved::text AS pkeys_reserved, f.pkeys_on_request::text AS pkeys_on_request,
                    f.sm_kind = 'ufm' OR coalesce((SELECT bool_and('sm.qos' = ANY (q.capabilities)) FROM fabric_sm_host h
                      JOIN node_status q ON q.node_id = h.node_id WHERE h.fabric_id = f.id), false) AS qos,
                    f.version, s.sm_state, s.since, s.reason, s.seen_at, s.generation, s.master_since, s.master_behind,
                    s.sm_log, (SELECT name FROM node WHERE id = s.master_node_id) AS master_name,
                    (SELECT name FROM node WHERE id = s.master_before) AS master_before_name""",
                    "fabric f JOIN fabric_status s ON s.fabric_id = f.id LEFT JOIN node n ON n.id = f.sm_node_id",
                    "f.id")
            .by("name", "f.name_key", "text")
            .by("createdAt", "f.created_at", "timestamptz");

    Page<FabricView> page(Connection connection, PageRequest request) throws SQLException {
        return FABRICS.page(connection, Where.all(), request, FabricSql::view);
    }

    /** @param idOrName id, or key of the name */
    Optional<FabricView> find(Connection connection, String idOrName) throws SQLException {
        Where either = Where.of("f.id::text = lower(?) OR f.name_key = ?", idOrName, idOrName);
        List<FabricView> found = FABRICS.all(connection, either, FabricSql::view);
        return found.stream().findFirst();
    }

    Optional<FabricView> find(Connection connection, UUID id) throws SQLException {
        List<FabricView> found = FABRICS.all(connection, Where.of("f.id = ?", id), FabricSql::view);
        return found.stream().findFirst();
    }

    PKeys pkeys(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        SELECT count(*) FILTER (WHERE state = 'free' AND NOT pkey::integer <@ (pkeys_reserved + pkeys_on_request)) AS free,
                          count(*) FILTER (WHERE state = 'taken') AS taken,
                          count(*) FILTER (WHERE state = 'quarantined') AS quarantined,
                          count(*) FILTER (WHERE state IN ('reserved', 'held')
                            OR state = 'free' AND pkey::integer <@ (pkeys_reserved + pkeys_on_request)) AS reserved
                        FROM pkey_slot s JOIN fabric f ON f.id = s.fabric_id
                        WHERE s.fabric_id = ? AND s.pkey BETWEEN f.pkey_first AND f.pkey_last""", fabric)
                .single(
                        connection,
                        row -> new PKeys(
                                row.getInt("free"),
                                row.getInt("taken"),
                                row.getInt("quarantined"),
                                row.getInt("reserved")));
    }

    /** Locks the fabric's row for a change and answers its version. */
    Optional<Integer> lock(Connection connection, UUID id) throws SQLException {
        return Sql.of("SELECT version FROM fabric WHERE id = ? FOR UPDATE", id)
                .first(connection, row -> row.getInt("version"));
    }

    void insert(Connection connection, UUID id, FabricWish wish, @Nullable UUID smNode) throws SQLException {
        Sql.of(
                        """
                        INSERT INTO fabric (id, name, name_key, sm_kind, sm_node_id, pkey_first, pkey_last, quarantine,
                          default_membership, removal_approval, pkeys_reserved, pkeys_on_request)
                        VALUES (?, ?, ?, ?, ?::uuid, ?, ?, make_interval(secs => ?), ?, ?, coalesce(?::int4multirange, '{}'),
                          coalesce(?::int4multirange, '{}'))""",
                        id,
                        wish.name(),
                        wish.name().key(),
                        wish.kind().text(),
                        smNode,
                        wish.pkeyFirst().base(),
                        wish.pkeyLast().base(),
                        wish.quarantine().toSeconds(),
                        wish.defaultMembership().text(),
                        wish.removalApproval(),
                        text(wish.reserved()),
                        text(wish.onRequest()))
                .update(connection);
    }

    private static @Nullable String text(@Nullable PKeyRanges ranges) {
        return ranges == null ? null : ranges.sql();
    }

    void update(Connection connection, UUID id, FabricWish wish, @Nullable UUID smNode) throws SQLException {
        Sql.of(
                        """
                        UPDATE fabric SET name = ?, name_key = ?, sm_node_id = ?::uuid, pkey_first = ?, pkey_last = ?,
                          quarantine = make_interval(secs => ?), removal_approval = ?,
                          default_since = CASE WHEN default_membership = ? THEN default_since ELSE now() END,
                          default_membership = ?,
                          pkeys_reserved = coalesce(?::int4multirange, pkeys_reserved),
                          pkeys_on_request = coalesce(?::int4multirange, pkeys_on_request), version = version + 1
                        WHERE id = ?""",
                        wish.name(),
                        wish.name().key(),
                        smNode,
                        wish.pkeyFirst().base(),
                        wish.pkeyLast().base(),
                        wish.quarantine().toSeconds(),
                        wish.removalApproval(),
                        wish.defaultMembership().text(),
                        wish.defaultMembership().text(),
                        text(wish.reserved()),
                        text(wish.onRequest()),
                        id)
                .update(connection);
        Sql.of("SELECT wake_fabric(?)", id).single(connection, row -> true);
    }

    /** Makes these nodes, beside the first one, those that may rule it. */
    void standbys(Connection connection, UUID fabric, List<UUID> nodes) throws SQLException {
        Sql.of(
                        "DELETE FROM fabric_sm_host WHERE fabric_id = ? AND standby AND node_id <> ALL (?::uuid[])",
                        fabric,
                        nodes)
                .update(connection);
        Sql.of("""
                        INSERT INTO fabric_sm_host (node_id, fabric_id, standby)
                        SELECT n, ?, true FROM unnest(?::uuid[]) n
                        WHERE NOT EXISTS (SELECT FROM fabric_sm_host WHERE node_id = n AND fabric_id = ?)""", fabric, nodes, fabric).update(connection);
        Sql.of("SELECT wake_fabric(?)", fabric).single(connection, row -> true);
    }

    List<SmHost> smHosts(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        SELECT h.node_id, n.name, h.standby, h.state, h.mastery, h.reason, h.seen_at, h.applied_generation,
                          h.differs_since, (extract(epoch FROM h.last_window) * 1000)::bigint AS last_window
                        FROM fabric_sm_host h JOIN node n ON n.id = h.node_id
                        WHERE h.fabric_id = ? ORDER BY h.standby, n.name_key""", fabric)
                .list(
                        connection,
                        row -> new SmHost(
                                new SmNode(Rows.id(row, "node_id"), row.getString("name")),
                                row.getBoolean("standby"),
                                row.getString("state"),
                                row.getString("mastery"),
                                row.getString("reason"),
                                Rows.instantOrNull(row, "seen_at"),
                                row.getObject("applied_generation", Long.class),
                                Rows.instantOrNull(row, "differs_since"),
                                row.getObject("last_window", Long.class)));
    }

    record Uses(int partitions, int ports, int nodes) {}

    Uses uses(Connection connection, UUID id) throws SQLException {
        return Sql.of("""
                        SELECT (SELECT count(*) FROM partition_status WHERE fabric_id = ? AND state <> 'released') AS partitions,
                          count(*) AS ports, count(DISTINCT node_id) AS nodes
                        FROM port WHERE fabric_id = ?""", id, id)
                .single(
                        connection,
                        row -> new Uses(row.getInt("partitions"), row.getInt("ports"), row.getInt("nodes")));
    }

    /** With what is left of its partitions, which are all released, and its PKeys. */
    void delete(Connection connection, UUID id) throws SQLException {
        Sql.of("DELETE FROM membership WHERE fabric_id = ?", id).update(connection);
        Sql.of("DELETE FROM pool WHERE partition_id IN (SELECT id FROM partition WHERE fabric_id = ?)", id)
                .update(connection);
        Sql.of("DELETE FROM pkey_slot WHERE fabric_id = ?", id).update(connection);
        Sql.of("DELETE FROM partition WHERE fabric_id = ?", id).update(connection);
        Sql.of("DELETE FROM fabric WHERE id = ?", id).update(connection);
    }

    /** The node of that id or name, if it may run a subnet manager. */
    Optional<SmCandidate> smNode(Connection connection, String id, String nameKey) throws SQLException {
        return Sql.of("""
                        SELECT id, name, 'subnet-manager' = ANY (roles) AS runs_sm FROM node
                        WHERE (id::text = lower(?) OR name_key = ?) AND retired_at IS NULL""", id, nameKey)
                .first(
                        connection,
                        row -> new SmCandidate(Rows.id(row, "id"), row.getString("name"), row.getBoolean("runs_sm")));
    }

    record SmCandidate(UUID id, String name, boolean runsSm) {}

    private static FabricView view(ResultSet row) throws SQLException {
        return new FabricView(
                Rows.id(row, "id"),
                row.getString("name"),
                row.getString("sm_kind"),
                smNode(row),
                new PKey(row.getInt("pkey_first")).toString(),
                new PKey(row.getInt("pkey_last")).toString(),
                row.getLong("quarantine_seconds"),
                row.getString("default_membership"),
                row.getBoolean("removal_approval"),
                row.getBoolean("qos"),
                new Status(
                        row.getString("sm_state"),
                        Rows.instant(row, "since"),
                        row.getString("reason"),
                        Rows.instantOrNull(row, "seen_at"),
                        row.getLong("generation"),
                        master(row),
                        Rows.strings(row, "sm_log").stream()
                                .map(SmComplaint::of)
                                .toList()),
                null,
                new Kept(
                        PKeyRanges.ofSql(row.getString("pkeys_reserved")).texts(),
                        PKeyRanges.ofSql(row.getString("pkeys_on_request")).texts()),
                List.of(),
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }

    private static @Nullable Master master(ResultSet row) throws SQLException {
        String node = row.getString("master_name");
        return node == null
                ? null
                : new Master(
                        node,
                        Rows.instant(row, "master_since"),
                        row.getString("master_before_name"),
                        row.getBoolean("master_behind"));
    }

    private static @Nullable SmNode smNode(ResultSet row) throws SQLException {
        UUID id = Rows.idOrNull(row, "sm_node_id");
        return id == null ? null : new SmNode(id, row.getString("sm_node_name"));
    }
}
