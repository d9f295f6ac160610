package dev.ibportal.portal.partition;

import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.MembershipType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.TenantId;
import org.jspecify.annotations.Nullable;

/** Read and changed one by one; made in sets by {@link MemberSql}. */
@Entity(name = "Membership")
@Table(name = "membership")
class MembershipEntity {
    @Id
    UUID id;

    @TenantId
    @Column(name = "tenant_id")
    @Nullable
    String tenantId;

    @Column(name = "partition_id", updatable = false)
    UUID partitionId;

    @Column(name = "membership")
    MembershipType membership;

    @Column(name = "mode")
    @Nullable
    IpoibMode mode;

    @Column(name = "ip_mtu")
    @Nullable
    IpMtu ipMtu;

    @Column(name = "removed_at")
    @Nullable
    Instant removedAt;

    @Version
    @Column(name = "version")
    int version;

    /** For Hibernate. */
    @SuppressWarnings("NullAway")
    protected MembershipEntity() {}
}
