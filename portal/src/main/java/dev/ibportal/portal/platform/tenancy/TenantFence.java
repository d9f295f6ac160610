package dev.ibportal.portal.platform.tenancy;

import io.agroal.api.AgroalPoolInterceptor;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Puts the tenant into each connection of the tenants' datasource when it is taken, for row-level security, and takes it
 * out when it is given back. Without a tenant the setting is empty and no row is visible; when it cannot be set, the
 * connection is not handed out.
 */
@Singleton
public class TenantFence implements AgroalPoolInterceptor {
    private final TenantContext tenants;

    TenantFence(TenantContext tenants) {
        this.tenants = tenants;
    }

    @Override
    public void onConnectionAcquire(Connection connection) {
        set(connection, current());
    }

    @Override
    public void onConnectionReturn(Connection connection) {
        set(connection, "");
    }

    private String current() {
        ManagedContext request = Arc.container().requestContext();
        return request.isActive() ? tenants.tenant().map(UUID::toString).orElse("") : "";
    }

    private static void set(Connection connection, String tenant) {
        try (PreparedStatement statement = connection.prepareStatement("SELECT set_config('app.tenant', ?, false)")) {
            statement.setString(1, tenant);
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException("the tenant could not be set on the connection", e);
        }
    }
}
