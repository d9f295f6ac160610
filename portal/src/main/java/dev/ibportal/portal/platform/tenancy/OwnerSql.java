package dev.ibportal.portal.platform.tenancy;

import dev.ibportal.portal.platform.db.FabricDb;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.Optional;
import java.util.UUID;

/** Whose an object is, for people who may act for more than one tenant. */
@ApplicationScoped
class OwnerSql {
    private final FabricDb db;

    OwnerSql(FabricDb db) {
        this.db = db;
    }

    Optional<UUID> find(TenantTable table, UUID id) {
        return db.read(connection -> {
            String sql = "SELECT tenant_id FROM " + table.table() + " WHERE id = ?";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setObject(1, id);
                try (ResultSet rows = statement.executeQuery()) {
                    return rows.next() ? Optional.of(rows.getObject(1, UUID.class)) : Optional.empty();
                }
            }
        });
    }
}
