package dev.ibportal.portal.tenant;

import dev.ibportal.portal.platform.db.Rows;
import dev.ibportal.portal.platform.db.Sql;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What suspending and removing a tenant reads and writes, on fabric's connections. */
@ApplicationScoped
class TenantLifeSql {
    /** Waits for all that is being made for the tenant; nobody makes anything until the transaction ends. */
    void close(Connection connection, UUID tenant) throws SQLException {
        Sql.of("SELECT pg_advisory_xact_lock(tenant_lock(?))", tenant).exists(connection);
    }

    void suspend(Connection connection, UUID tenant, @Nullable Instant at, String reason) throws SQLException {
        Sql.of(
                        "UPDATE tenant SET suspended_at = ?, suspended_reason = ?, version = version + 1 WHERE id = ?",
                        at,
                        reason,
                        tenant)
                .update(connection);
    }

    TenantRemoval preview(Connection connection, TenantView tenant) throws SQLException {
        UUID id = tenant.id();
        return new TenantRemoval(
                tenant,
                partitions(connection, id),
                count(connection, "membership_status WHERE tenant_id = ? AND state <> 'absent'", id),
                count(connection, "pool WHERE tenant_id = ?", id),
                count(connection, "address WHERE tenant_id = ?", id),
                names(
                        connection,
                        "n.name FROM node_grant g JOIN node n ON n.id = g.node_id WHERE g.tenant_id = ? ORDER BY n.name_key",
                        id),
                names(connection, """
                        DISTINCT u.login FROM role_grant g JOIN app_user u ON u.id = g.user_id
                        WHERE g.tenant_id = ? AND u.service_of IS NULL ORDER BY u.login""", id),
                names(
                        connection,
                        "name FROM service_account WHERE tenant_id = ? AND removed_at IS NULL ORDER BY name_key",
                        id),
                count(connection, "invitation WHERE tenant_id = ? AND accepted_at IS NULL AND revoked_at IS NULL", id),
                names(connection, """
                        DISTINCT n.name FROM membership m JOIN membership_status s ON s.membership_id = m.id
                          JOIN node n ON n.id = m.node_id JOIN node_status x ON x.node_id = n.id
                        WHERE m.tenant_id = ? AND s.state <> 'absent' AND x.state <> 'online' ORDER BY n.name""", id));
    }

    private static List<TenantRemoval.Owned> partitions(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("""
                        SELECT p.name, p.pkey, f.name AS fabric
                        FROM partition p JOIN partition_status s ON s.partition_id = p.id JOIN fabric f ON f.id = p.fabric_id
                        WHERE p.tenant_id = ? AND s.state <> 'released' ORDER BY p.name_key, p.id""", tenant)
                .list(
                        connection,
                        row -> new TenantRemoval.Owned(
                                row.getString("name"),
                                new PKey(row.getInt("pkey")).toString(),
                                row.getString("fabric")));
    }

    private static int count(Connection connection, String from, UUID tenant) throws SQLException {
        return Sql.of("SELECT count(*) FROM " + from, tenant).single(connection, row -> row.getInt(1));
    }

    private static List<String> names(Connection connection, String select, UUID tenant) throws SQLException {
        return Sql.of("SELECT " + select, tenant).list(connection, row -> row.getString(1));
    }

    /** Takes away all that somebody could still do for the tenant, and says that it is being removed. */
    void remove(Connection connection, UUID tenant, Instant at) throws SQLException {
        Sql.of(
                        "UPDATE invitation SET revoked_at = ? WHERE tenant_id = ? AND accepted_at IS NULL AND revoked_at IS NULL",
                        at,
                        tenant)
                .update(connection);
        Sql.of("UPDATE service_account SET removed_at = ? WHERE tenant_id = ? AND removed_at IS NULL", at, tenant)
                .update(connection);
        Sql.of("DELETE FROM role_grant WHERE tenant_id = ?", tenant).update(connection);
        Sql.of("DELETE FROM session_grant WHERE tenant_id = ?", tenant).update(connection);
        Sql.of("UPDATE tenant SET removed_at = ?, version = version + 1 WHERE id = ?", at, tenant)
                .update(connection);
    }

    record Ending(UUID id, String name) {}

    List<Ending> leaving(Connection connection) throws SQLException {
        return Sql.of("SELECT id, name FROM tenant WHERE removed_at IS NOT NULL AND gone_at IS NULL")
                .list(connection, row -> new Ending(Rows.id(row, "id"), row.getString("name")));
    }

    /** Answers whether nothing of the tenant is left, which is true once. */
    boolean finish(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("SELECT finish_tenant(?) AS gone", tenant).single(connection, row -> row.getBoolean("gone"));
    }
}
