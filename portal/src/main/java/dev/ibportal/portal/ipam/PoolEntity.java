package dev.ibportal.portal.ipam;

import dev.ibportal.types.DisplayName;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.math.BigInteger;
import java.util.UUID;
import org.hibernate.annotations.TenantId;
import org.jspecify.annotations.Nullable;

@Entity(name = "Pool")
@Table(name = "pool")
class PoolEntity {
    @Id
    UUID id;

    @TenantId
    @Column(name = "tenant_id")
    @Nullable
    String tenantId;

    @Column(name = "partition_id")
    UUID partitionId;

    @Column(name = "name")
    String name;

    @Column(name = "name_key")
    String nameKey;

    @Column(name = "prefix")
    String prefix;

    @Column(name = "gateway")
    @Nullable
    String gateway;

    @Column(name = "capacity")
    BigInteger capacity;

    @Version
    @Column(name = "version")
    int version;

    /** For Hibernate. */
    @SuppressWarnings("NullAway")
    protected PoolEntity() {}

    PoolEntity(UUID id, UUID partitionId, DisplayName name, PoolParts parts) {
        this.id = id;
        this.partitionId = partitionId;
        this.name = name.text();
        this.nameKey = name.key();
        this.prefix = parts.plan().prefix().toString();
        this.gateway = parts.gatewayText();
        this.capacity = parts.plan().capacity();
    }
}
