package dev.ibportal.portal.platform.db;

import dev.ibportal.portal.platform.tenancy.TenantContext;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Where lists are read: one SQL text for all. With an acting tenant it runs as {@code ibportal_app}, and row-level
 * security leaves that tenant's rows; an operator or auditor of the whole portal without one reads as
 * {@code ibportal_fabric} and sees everything. Nobody else gets a connection without a tenant.
 */
@ApplicationScoped
public class Scope {
    private final DataSource tenantDb;
    private final FabricDb fabricDb;
    private final TenantContext tenants;

    Scope(DataSource tenantDb, FabricDb fabricDb, TenantContext tenants) {
        this.tenantDb = tenantDb;
        this.fabricDb = fabricDb;
        this.tenants = tenants;
    }

    public <T> T read(Work<T> work) {
        try (Connection connection = connection()) {
            return work.run(connection);
        } catch (SQLException e) {
            throw new SqlFailure(e);
        }
    }

    /** To be closed by the caller; inside a tenant's transaction it is that transaction's own connection. */
    public Connection connection() throws SQLException {
        return tenants.isPortalWide() ? fabricDb.connection() : tenantConnection();
    }

    private Connection tenantConnection() throws SQLException {
        tenants.require();
        return tenantDb.getConnection();
    }
}
