package dev.ibportal.portal.partition;

import io.quarkus.hibernate.orm.panache.PanacheRepositoryBase;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

@ApplicationScoped
class MembershipRepository implements PanacheRepositoryBase<MembershipEntity, UUID> {}
