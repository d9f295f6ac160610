package dev.ibportal.portal.diagnose;

import dev.ibportal.portal.platform.db.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

@Singleton
class DiagnosisSql {
    /** Whether the node's daemon said that it can gather evidence. */
    boolean able(Connection connection, UUID node) throws SQLException {
        return Sql.of("SELECT 'task.diagnose' = ANY (capabilities) AS able FROM node_status WHERE node_id = ?", node)
                .first(connection, row -> row.getBoolean("able"))
                .orElse(false);
    }
}
