package dev.ibportal.portal.people;

import dev.ibportal.portal.platform.db.Listing;
import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.portal.platform.db.Where;
import dev.ibportal.portal.platform.security.Role;
import dev.ibportal.portal.platform.security.Secrets;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.Ref;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows of invitations. Those of a tenant are read and written as that tenant; a link is looked up as nobody's. */
@ApplicationScoped
class InvitationSql {
    private static final Listing INVITATIONS =
            Listing.of("""
                    i.id, i.role, i.note, i.invited_by, i.created_at, i.expires_at, i.accepted_at, i.accepted_by,
                    CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.revoked_at IS NOT NULL THEN 'revoked'
                      WHEN i.expires_at <= now() THEN 'expired' ELSE 'open' END AS state""", "invitation i", "i.id").by("createdAt", "i.created_at", "timestamptz");

    Page<InvitationView> page(Connection connection, UUID tenant, PageRequest request) throws SQLException {
        return INVITATIONS.page(connection, Where.of("i.tenant_id = ?", tenant), request, InvitationSql::view);
    }

    Optional<InvitationView> find(Connection connection, UUID tenant, UUID id) throws SQLException {
        Where where = Where.of("i.tenant_id = ? AND i.id = ?", tenant, id);
        return INVITATIONS.all(connection, where, InvitationSql::view).stream().findFirst();
    }

    private static InvitationView view(ResultSet row) throws SQLException {
        return new InvitationView(
                Rows.id(row, "id"),
                row.getString("role"),
                row.getString("note"),
                row.getString("state"),
                row.getString("invited_by"),
                Rows.instant(row, "created_at"),
                Rows.instant(row, "expires_at"),
                row.getString("accepted_by"),
                Rows.instantOrNull(row, "accepted_at"),
                null);
    }

    record NewInvitation(UUID id, UUID tenant, Role role, String note, String secret, String by, Instant expires) {}

    void insert(Connection connection, NewInvitation made) throws SQLException {
        Sql.of(
                        "INSERT INTO invitation (id, tenant_id, role, note, secret_hash, invited_by, expires_at)"
                                + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                        made.id,
                        made.tenant,
                        made.role.text(),
                        made.note,
                        Secrets.hash(made.secret),
                        made.by,
                        made.expires)
                .update(connection);
    }

    /** False when it was used or revoked before. */
    boolean revoke(Connection connection, UUID tenant, UUID id, Instant at) throws SQLException {
        return Sql.of("""
                                UPDATE invitation SET revoked_at = ?
                                WHERE tenant_id = ? AND id = ? AND accepted_at IS NULL AND revoked_at IS NULL""", at, tenant, id).update(connection) > 0;
    }

    record Revoked(UUID id, String role, String note) {}

    /** All open ones that somebody has made in a tenant. */
    List<Revoked> revokeOf(Connection connection, UUID tenant, String by, Instant at) throws SQLException {
        return Sql.of("""
                        UPDATE invitation SET revoked_at = ?
                        WHERE tenant_id = ? AND invited_by = ? AND accepted_at IS NULL AND revoked_at IS NULL
                          AND expires_at > ?
                        RETURNING id, role, note""", at, tenant, by, at)
                .list(connection, row -> new Revoked(Rows.id(row, "id"), row.getString("role"), row.getString("note")));
    }

    /** A link that can be used now. Whoever has made it may not be shut out meanwhile. */
    record Usable(UUID id, Ref tenant, Role role, String invitedBy, Instant expires) {}

    Optional<Usable> usable(Connection connection, byte[] hash, Instant now) throws SQLException {
        return Sql.of("""
                        SELECT i.id, i.role, i.invited_by, i.expires_at, t.id AS tenant, t.name
                        FROM invitation i JOIN tenant t ON t.id = i.tenant_id
                        WHERE i.secret_hash = ? AND i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ?
                          AND t.suspended_at IS NULL AND t.removed_at IS NULL
                          AND NOT EXISTS (SELECT FROM app_user u
                                          WHERE u.login = i.invited_by AND u.disabled_at IS NOT NULL)""", hash, now)
                .first(
                        connection,
                        row -> new Usable(
                                Rows.id(row, "id"),
                                new Ref(Rows.id(row, "tenant"), row.getString("name")),
                                Role.of(row.getString("role")).orElseThrow(),
                                row.getString("invited_by"),
                                Rows.instant(row, "expires_at")));
    }

    /** False when somebody else was quicker. */
    boolean use(Connection connection, UUID id, String by, Instant at) throws SQLException {
        return Sql.of("""
                                UPDATE invitation SET accepted_at = ?, accepted_by = ?
                                WHERE id = ? AND accepted_at IS NULL AND revoked_at IS NULL""", at, by, id).update(connection) > 0;
    }

    /** Whoever has made the link could have used it: a new account may be theirs, unless an operator has made it. */
    void leaveUnvouched(Connection connection, UUID person, String invitedBy) throws SQLException {
        Sql.of("""
                        UPDATE app_user SET vouched = false
                        WHERE id = ? AND NOT EXISTS (SELECT FROM app_user o JOIN role_grant g ON g.user_id = o.id
                                                     WHERE o.login = ? AND g.role = 'operator')""", person, invitedBy).update(connection);
    }

    boolean isPerson(Connection connection, UUID user) throws SQLException {
        return Sql.of("SELECT FROM app_user WHERE id = ? AND service_of IS NULL AND disabled_at IS NULL", user)
                .exists(connection);
    }
}
