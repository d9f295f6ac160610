package dev.ibportal.portal.partition;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.fabric.FabricService;
import dev.ibportal.portal.fabric.FabricView;
import dev.ibportal.portal.partition.core.InterfaceSettings;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Forbidden;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.security.Permissions;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.portal.platform.web.QueryValues;
import dev.ibportal.types.DisplayName;
import dev.ibportal.types.PKey;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Partitions: a PKey given to a tenant, its settings, and its end. */
@ApplicationScoped
public class PartitionService {
    private static final String NAME_TAKEN = "partition_name";
    private static final String NONE_FREE = "IB001";
    private static final String NOT_AVAILABLE = "IB002";

    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final PartitionRepository repository;
    private final PartitionSql partitions;
    private final PKeyRefusals refusals;
    private final PartitionEnding ending;
    private final FabricService fabrics;
    private final AuditLog audit;
    private final CurrentActor actor;
    private final Clock clock;

    PartitionService(
            TenantContext tenants,
            TenantTransaction transaction,
            Scope scope,
            PartitionRepository repository,
            PartitionSql partitions,
            PKeyRefusals refusals,
            PartitionEnding ending,
            FabricService fabrics,
            AuditLog audit,
            CurrentActor actor,
            Clock clock) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.scope = scope;
        this.repository = repository;
        this.partitions = partitions;
        this.refusals = refusals;
        this.ending = ending;
        this.fabrics = fabrics;
        this.audit = audit;
        this.actor = actor;
        this.clock = clock;
    }

    /**
     * @param search part of a name, or a PKey
     * @param state absent: all but released ones
     */
    public Page<PartitionView> list(@Nullable String search, @Nullable String state, PageRequest request) {
        String one = QueryValues.oneOf("state", state, PartitionSql.STATES);
        return scope.read(connection -> partitions.page(connection, search, one, request));
    }

    public PartitionView get(UUID id) {
        tenants.enter(TenantTable.PARTITION, id);
        return scope.read(
                connection -> partitions.find(connection, id).orElseThrow(() -> new NotFound("partition", id)));
    }

    public PartitionView create(PartitionForm form) {
        UUID tenant = tenants.choose(form.tenant());
        if (form.pkey() != null && !actor.get().may(Permissions.PARTITION_CHOOSE_PKEY, tenant)) {
            throw new Forbidden("Choosing a PKey by hand needs " + Permissions.PARTITION_CHOOSE_PKEY
                    + "; leave pkey out to get the lowest free one, or ask an operator.");
        }
        PartitionWish wish = PartitionWish.read(form);
        FabricView on = Field.required("fabric", form.fabric(), text -> fabrics.named("fabric", text));
        UUID fabric = on.id();
        wish.requireFitFor(on);
        UUID id = UUID.randomUUID();
        try {
            transaction.run(connection -> insert(connection, id, fabric, wish));
        } catch (RuntimeException e) {
            throw explained(e, fabric, wish);
        }
        return get(id);
    }

    /** Whether the form says what a partition needs, without making one. */
    public FabricView check(PartitionForm form) {
        PartitionWish wish = PartitionWish.read(form);
        FabricView on = Field.required("fabric", form.fabric(), text -> fabrics.named("fabric", text));
        wish.requireFitFor(on);
        return on;
    }

    /**
     * Makes a partition that was asked for and approved, in the tenant's transaction of this connection.
     *
     * @param held the key that was held for it until just now
     */
    public UUID provision(Connection connection, UUID fabric, PartitionForm form, PKey held) throws SQLException {
        UUID id = UUID.randomUUID();
        PartitionWish wish = PartitionWish.read(form).with(held);
        try {
            insert(connection, id, fabric, wish);
        } catch (RuntimeException e) {
            throw explained(e, wish.name());
        }
        return id;
    }

    private void insert(Connection connection, UUID id, UUID fabric, PartitionWish wish) throws SQLException {
        PKey pkey = partitions.claim(connection, fabric, id, wish.pkey());
        repository.persistAndFlush(new PartitionEntity(id, fabric, pkey, wish));
        PartitionView made = partitions.find(connection, id).orElseThrow();
        audit.record(AuditEntry.success("partition.create", "partition", id, named(made))
                .after(PartitionChange.of(made)));
    }

    private RuntimeException explained(RuntimeException e, UUID fabric, PartitionWish wish) {
        PKey pkey = wish.pkey();
        if (SqlError.is(e, NOT_AVAILABLE) && pkey != null) {
            return refusals.notAvailable(fabric, pkey);
        }
        if (SqlError.is(e, NONE_FREE)) {
            return refusals.noneFree(fabric);
        }
        return explained(e, wish.name());
    }

    private static RuntimeException explained(RuntimeException e, DisplayName name) {
        return SqlError.violates(e, NAME_TAKEN)
                ? new Conflict(
                        "partition-exists",
                        "This tenant has a partition named \"" + name + "\" on this fabric; choose another name.")
                : e;
    }

    /**
     * Changes name, description, mode, MTU and default membership.
     *
     * @param version the one that the change was made for
     */
    public PartitionView update(UUID id, int version, PartitionChange change) {
        DisplayName name = Field.required("name", change.name(), DisplayName::new);
        tenants.enter(TenantTable.PARTITION, id);
        try {
            transaction.run(connection -> {
                PartitionEntity partition = live(id);
                ETags.requireMatch(version, partition.version);
                PartitionView before = partitions.find(connection, id).orElseThrow();
                requireKept(before, change);
                apply(connection, partition, name, change);
                repository.flush();
                PartitionView after = partitions.find(connection, id).orElseThrow();
                audit.record(AuditEntry.success("partition.update", "partition", id, named(after))
                        .before(PartitionChange.of(before))
                        .after(PartitionChange.of(after)));
            });
        } catch (RuntimeException e) {
            throw explained(e, name);
        }
        return get(id);
    }

    /** Locked, so that of several changes for one version the first is made and the others hear that there is a newer one. */
    private PartitionEntity live(UUID id) {
        PartitionEntity partition = repository.findById(id, LockModeType.PESSIMISTIC_WRITE);
        if (partition == null) {
            throw new NotFound("partition", id);
        }
        if (partition.removedAt != null) {
            throw new Conflict(
                    "being-removed", "Partition " + partition.name + " is being removed; it stays as it is.");
        }
        return partition;
    }

    private static void requireKept(PartitionView present, PartitionChange change) {
        if (change.pkey() != null
                && !Field.read("pkey", change.pkey(), PKey::parse).toString().equals(present.pkey())) {
            throw new Conflict(
                    "pkey-for-life",
                    "A partition keeps its PKey " + present.pkey()
                            + " for life. Make a new partition with the other one,"
                            + " move the members, then remove this one.");
        }
        Boolean ipoib = change.ipoib();
        Integer ibMtu = change.ibMtu();
        if ((ipoib != null && ipoib != present.ipoib()) || (ibMtu != null && ibMtu != present.ibMtu())) {
            throw new Conflict(
                    "group-frozen",
                    "ipoib and ibMtu belong to the broadcast group, which the subnet manager makes once and keeps until the"
                            + " partition was gone for a sweep; changing them would cut every member off. Make a new"
                            + " partition with the other values, move the members, then remove this one.");
        }
    }

    private void apply(Connection connection, PartitionEntity partition, DisplayName name, PartitionChange change)
            throws SQLException {
        InterfaceSettings settings = PartitionWish.settings(partition.ibMtu.bytes(), change.mode(), change.ipMtu());
        if (partitions.hasIpv6Pools(connection, partition.id)) {
            Field.read("ipMtu", settings, InterfaceSettings::requireIpv6);
        }
        partition.rename(name);
        partition.set(settings);
        partition.description = PartitionWish.description(change.description());
        partition.defaultMembership = PartitionWish.membership(change.defaultMembership());
    }

    /** What would end with it. */
    public RemovalPreview preview(UUID id) {
        PartitionView partition = get(id);
        return scope.read(connection -> {
            List<RemovalPreview.Member> members = partitions.members(connection, id);
            return new RemovalPreview(partition, members, partitions.pools(connection, id), notes(partition, members));
        });
    }

    private static List<String> notes(PartitionView partition, List<RemovalPreview.Member> members) {
        return members.stream()
                .filter(member -> member.nodeState().equals("unreachable"))
                .map(member -> member.node().name() + " is unreachable: " + partition.pkey()
                        + " and its addresses stay taken until it was read back")
                .toList();
    }

    /**
     * Starts the end of a partition and of all that is in it, in the tenant's transaction of this connection. Its PKey is
     * free again only when every member's absence was read back and the quarantine passed.
     *
     * @param ifMatch the ETag that the removal was decided for; absent: whatever it is
     */
    void end(Connection connection, UUID id, @Nullable String ifMatch) throws SQLException {
        // The partition before its pools, as whoever adds a member does.
        partitions.lockWithPools(connection, id);
        PartitionEntity partition = endable(id, ifMatch);
        List<AuditEntry> events = ending.events(connection, id, "partition removed");
        partitions.releaseReserved(connection, id);
        partition.removedAt = Instant.now(clock);
        repository.flush();
        audit.recordAll(events);
    }

    private PartitionEntity endable(UUID id, @Nullable String ifMatch) {
        PartitionEntity partition = live(id);
        if (ifMatch != null) {
            ETags.requireMatch(ifMatch, partition.version);
        }
        return partition;
    }

    /** What it is called, if it could be removed now. */
    String removable(Connection connection, UUID id, @Nullable String ifMatch) throws SQLException {
        endable(id, ifMatch);
        return named(partitions.find(connection, id).orElseThrow());
    }

    static String named(PartitionView partition) {
        return partition.name() + " (" + partition.pkey() + ")";
    }
}
