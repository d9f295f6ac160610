package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.core.InterfaceSettings;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.IbMtu;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.TenantId;
import org.jspecify.annotations.Nullable;

@Entity(name = "Partition")
@Table(name = "partition")
class PartitionEntity {
    @Id
    UUID id;

    @TenantId
    @Column(name = "tenant_id")
    @Nullable
    String tenantId;

    @Column(name = "fabric_id", updatable = false)
    UUID fabricId;

    @Column(name = "pkey", updatable = false)
    int pkey;

    @Column(name = "name")
    String name;

    @Column(name = "name_key")
    String nameKey;

    @Column(name = "description")
    String description;

    @Column(name = "ipoib", updatable = false)
    boolean ipoib;

    @Column(name = "ib_mtu", updatable = false)
    IbMtu ibMtu;

    @Column(name = "rate_code", updatable = false)
    @Nullable
    Integer rateCode;

    @Column(name = "service_level", updatable = false)
    int serviceLevel;

    @Column(name = "default_membership")
    MembershipType defaultMembership;

    @Column(name = "mode")
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
    protected PartitionEntity() {}

    PartitionEntity(UUID id, UUID fabricId, PKey pkey, PartitionWish wish) {
        this.id = id;
        this.fabricId = fabricId;
        this.pkey = pkey.base();
        this.ipoib = wish.ipoib();
        this.ibMtu = wish.settings().ibMtu();
        this.rateCode = wish.rateCode();
        this.serviceLevel = wish.serviceLevel();
        this.description = wish.description();
        this.defaultMembership = wish.defaultMembership();
        this.mode = wish.settings().mode();
        this.ipMtu = wish.settings().ipMtu();
        this.name = wish.name().text();
        this.nameKey = wish.name().key();
    }

    void rename(DisplayName to) {
        name = to.text();
        nameKey = to.key();
    }

    void set(InterfaceSettings settings) {
        mode = settings.mode();
        ipMtu = settings.ipMtu();
    }

    PKey pkey() {
        return new PKey(pkey);
    }

    InterfaceSettings settings() {
        return new InterfaceSettings(ibMtu, mode, ipMtu);
    }
}
