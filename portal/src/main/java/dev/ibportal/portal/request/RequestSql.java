package dev.ibportal.portal.request;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.security.Actor;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import dev.ibportal.portal.request.core.RequestState;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of requests. Which way one may go, and what it holds on that way, is the database's own rule. */
@ApplicationScoped
class RequestSql {
    private static final Listing REQUESTS = Listing.of("""
                    r.id, r.tenant_id, t.name AS tenant_name, r.fabric_id, f.name AS fabric_name, r.kind, r.title, r.reason,
                    r.pkey, r.addresses, r.partition_id, p.name AS partition_name, r.state,
                    r.since, r.why, r.held_until, r.approvals, r.deciders, r.requested_by, r.requested_name, r.created_at,
                    r.version,
                    (SELECT count(*) FROM request_vote v WHERE v.request_id = r.id AND v.verdict = 'approve') AS approved""", """
                    request r JOIN tenant t ON t.id = r.tenant_id LEFT JOIN fabric f ON f.id = r.fabric_id
                      LEFT JOIN partition p ON p.id = r.partition_id""", "r.id").by("createdAt", "r.created_at", "timestamptz");

    /** @param state null: any */
    Page<RequestView> page(Connection connection, @Nullable String state, PageRequest request) throws SQLException {
        Where where = state == null ? Where.all() : Where.of("r.state = ?", state);
        return REQUESTS.page(connection, where, request, RequestSql::view);
    }

    Optional<RequestView> find(Connection connection, UUID id) throws SQLException {
        return REQUESTS.all(connection, Where.of("r.id = ?", id), RequestSql::view).stream()
                .findFirst();
    }

    /** @param asked the form as JSON */
    void insert(
            Connection connection,
            UUID id,
            UUID tenant,
            @Nullable UUID fabric,
            RequestWish wish,
            String asked,
            Actor by)
            throws SQLException {
        PKey pkey = wish.pkey();
        Sql.of(
                        """
                        INSERT INTO request (id, tenant_id, fabric_id, kind, title, reason, asked, pkey, pool_id, addresses,
                          requested_by, requested_name)
                        VALUES (?, ?, ?::uuid, ?, ?, ?, ?::jsonb, ?::integer, ?::uuid, ?, ?, ?)""",
                        id,
                        tenant,
                        fabric,
                        wish.kind(),
                        wish.title().toString(),
                        wish.reason(),
                        asked,
                        pkey == null ? null : pkey.base(),
                        wish.pool(),
                        wish.addresses(),
                        by.requireUserId(),
                        by.login())
                .update(connection);
    }

    String asked(Connection connection, UUID id) throws SQLException {
        return Sql.of("SELECT asked FROM request WHERE id = ?", id).single(connection, row -> row.getString("asked"));
    }

    /** @return false: somebody has moved it meanwhile */
    boolean move(Connection connection, UUID id, RequestState from, RequestState to, String why) throws SQLException {
        return Sql.of("""
                        UPDATE request SET state = ?, why = ?, version = version + 1 WHERE id = ? AND state = ?""", to.code(), why, id, from.code()).update(connection) == 1;
    }

    void became(Connection connection, UUID id, UUID partition) throws SQLException {
        Sql.of("UPDATE request SET partition_id = ? WHERE id = ?", partition, id)
                .update(connection);
    }

    void vote(Connection connection, RequestView on, String verdict, String reason, String digest, Actor by)
            throws SQLException {
        Sql.of("""
                        INSERT INTO request_vote (request_id, tenant_id, voter, voter_name, verdict, reason, digest)
                        VALUES (?, ?, ?, ?, ?, ?, ?)""", on.id(), on.tenant().id(), by.requireUserId(), by.login(), verdict, reason, digest)
                .update(connection);
    }

    void comment(Connection connection, RequestView on, String text, Actor by) throws SQLException {
        Sql.of(
                        "INSERT INTO request_comment (request_id, tenant_id, by_id, by_name, text) VALUES (?, ?, ?, ?, ?)",
                        on.id(),
                        on.tenant().id(),
                        by.requireUserId(),
                        by.login(),
                        text)
                .update(connection);
    }

    /** Votes and comments, oldest first. */
    List<RequestNote> notes(Connection connection, UUID id) throws SQLException {
        return Sql.of("""
                        SELECT verdict AS kind, voter_name AS by_name, reason AS text, at FROM request_vote WHERE request_id = ?
                        UNION ALL SELECT 'comment', by_name, text, at FROM request_comment WHERE request_id = ?
                        ORDER BY at""", id, id)
                .list(
                        connection,
                        row -> new RequestNote(
                                row.getString("kind"),
                                row.getString("by_name"),
                                row.getString("text"),
                                Rows.instant(row, "at")));
    }

    RequestDetail.Keys keys(Connection connection, UUID fabric) throws SQLException {
        return Sql.of("""
                        SELECT count(*) FILTER (WHERE s.state = 'free') AS free, count(*) FILTER (WHERE s.state = 'held') AS held
                        FROM pkey_slot s JOIN fabric f ON f.id = s.fabric_id
                        WHERE f.id = ? AND s.pkey BETWEEN f.pkey_first AND f.pkey_last""", fabric)
                .single(connection, row -> new RequestDetail.Keys(row.getLong("free"), row.getLong("held")));
    }

    private static RequestView view(ResultSet row) throws SQLException {
        Integer pkey = Rows.intOrNull(row, "pkey");
        return new RequestView(
                Rows.id(row, "id"),
                new Ref(Rows.id(row, "tenant_id"), row.getString("tenant_name")),
                ref(row, "fabric"),
                row.getString("kind"),
                row.getString("title"),
                row.getString("reason"),
                pkey == null ? null : new PKey(pkey).toString(),
                row.getLong("addresses"),
                ref(row, "partition"),
                row.getString("state"),
                Rows.instant(row, "since"),
                row.getString("why"),
                Rows.instantOrNull(row, "held_until"),
                Rows.intOrNull(row, "approvals"),
                row.getInt("approved"),
                row.getString("deciders"),
                new Ref(Rows.id(row, "requested_by"), row.getString("requested_name")),
                Rows.instant(row, "created_at"),
                row.getInt("version"));
    }

    private static @Nullable Ref ref(ResultSet row, String what) throws SQLException {
        UUID id = Rows.idOrNull(row, what + "_id");
        return id == null ? null : new Ref(id, row.getString(what + "_name"));
    }
}
