package dev.ibportal.portal.tenant;

import dev.ibportal.portal.platform.db.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Rows of quotas. What counts, and that nobody gets more, is the database's own matter. */
@ApplicationScoped
class QuotaSql {
    List<QuotaView> find(Connection connection, UUID tenant) throws SQLException {
        return Sql.of("""
                        SELECT k.kind, q.most, quota_used(?, k.kind) AS used
                        FROM (VALUES ('partitions', 1), ('addresses', 2), ('nodes', 3)) k (kind, place)
                          LEFT JOIN tenant_quota q ON q.tenant_id = ? AND q.kind = k.kind
                        ORDER BY k.place""", tenant, tenant).list(connection, QuotaSql::view);
    }

    private static QuotaView view(ResultSet row) throws SQLException {
        return new QuotaView(row.getString("kind"), row.getObject("most", Long.class), row.getLong("used"));
    }

    void set(Connection connection, UUID tenant, String kind, @Nullable Long most) throws SQLException {
        Sql.of("SELECT set_quota(?, ?, ?::bigint)", tenant, kind, most).exists(connection);
    }
}
