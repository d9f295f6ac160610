package dev.ibportal.portal.ipam;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

@ApplicationScoped
class PoolRepository implements PanacheRepositoryBase<PoolEntity, UUID> {}
