package dev.ibportal.portal.platform.tenancy;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.hibernate.orm.runtime.tenant.TenantResolver;
import jakarta.enterprise.context.RequestScoped;
import java.util.UUID;

/** Tells Hibernate whose rows it may touch: without a tenant, nobody's. */
@PersistenceUnitExtension
@RequestScoped
public class CurrentTenantResolver implements TenantResolver {
    private static final String NOBODY = new UUID(0, 0).toString();

    private final TenantContext tenants;

    CurrentTenantResolver(TenantContext tenants) {
        this.tenants = tenants;
    }

    @Override
    public String getDefaultTenantId() {
        return NOBODY;
    }

    @Override
    public String resolveTenantId() {
        return tenants.tenant().map(UUID::toString).orElse(NOBODY);
    }
}
