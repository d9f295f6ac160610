package dev.ibportal.portal.partition;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Removals that wait for somebody, and those that did. */
@ApplicationScoped
class RemovalSql {
    private static final String STATE =
            "CASE WHEN r.state = 'waiting' AND r.expires_at < now() THEN 'expired' ELSE r.state END";

    private static final Listing REQUESTS = Listing.of(
                    """
                    r.id, r.partition_id, p.name, p.pkey, r.what, r.membership_id, %s AS shown_state, r.requested_by,
                    r.requested_name, r.requested_at, r.expires_at, r.decided_name, r.decided_at""".formatted(STATE), "removal_request r JOIN partition p ON p.id = r.partition_id", "r.id")
            .by("requestedAt", "r.requested_at", "timestamptz");

    /** @param state null: any */
    Page<RemovalRequestView> page(Connection connection, @Nullable String state, PageRequest request)
            throws SQLException {
        Where where = state == null ? Where.all() : Where.of("(" + STATE + ") = ?", state);
        return REQUESTS.page(connection, where, request, RemovalSql::view);
    }

    Optional<RemovalRequestView> find(Connection connection, UUID id) throws SQLException {
        return REQUESTS.all(connection, Where.of("r.id = ?", id), RemovalSql::view).stream()
                .findFirst();
    }

    /** Whether the fabric's operator wants removals approved. */
    boolean needsApproval(Connection connection, UUID partition) throws SQLException {
        return Sql.of("""
                        SELECT 1 FROM partition p JOIN fabric f ON f.id = p.fabric_id WHERE p.id = ? AND f.removal_approval""", partition).exists(connection);
    }

    /** @param membership null: the whole partition */
    void insert(
            Connection connection, UUID id, UUID partition, @Nullable UUID membership, String what, Actor by, int days)
            throws SQLException {
        Sql.of("""
                        UPDATE removal_request SET state = 'withdrawn', decided_at = now(), decided_by = requested_by,
                          decided_name = requested_name
                        WHERE partition_id = ? AND state = 'waiting' AND expires_at < now()""", partition).update(connection);
        Sql.of("""
                        INSERT INTO removal_request (id, tenant_id, partition_id, membership_id, what, requested_by,
                          requested_name, expires_at)
                        SELECT ?, tenant_id, id, ?::uuid, ?, ?, ?, now() + make_interval(days => ?) FROM partition WHERE id = ?""", id, membership, what, by.requireUserId(), by.login(), days, partition)
                .update(connection);
    }

    /** Who decides first decides. */
    boolean decide(Connection connection, UUID id, String state, Actor by) throws SQLException {
        return Sql.of("""
                        UPDATE removal_request SET state = ?, decided_by = ?, decided_name = ?, decided_at = now()
                        WHERE id = ? AND state = 'waiting' AND expires_at >= now()""", state, by.requireUserId(), by.login(), id).update(connection) == 1;
    }

    private static RemovalRequestView view(ResultSet row) throws SQLException {
        return new RemovalRequestView(
                Rows.id(row, "id"),
                new Ref(Rows.id(row, "partition_id"), row.getString("name")),
                new PKey(row.getInt("pkey")).toString(),
                row.getString("what"),
                Rows.idOrNull(row, "membership_id"),
                row.getString("shown_state"),
                new Ref(Rows.id(row, "requested_by"), row.getString("requested_name")),
                Rows.instant(row, "requested_at"),
                Rows.instant(row, "expires_at"),
                row.getString("decided_name"),
                Rows.instantOrNull(row, "decided_at"));
    }
}
