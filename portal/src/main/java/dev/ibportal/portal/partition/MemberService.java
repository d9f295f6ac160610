package dev.ibportal.portal.partition;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.partition.MemberSql.Mix;
import dev.ibportal.portal.partition.MemberSql.Target;
import dev.ibportal.portal.partition.core.InterfaceSettings;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.security.CurrentActor;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.ETags;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.MembershipType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Members of partitions. Adding stores a wish: a member is one when the fabric and then its node were read back. */
@ApplicationScoped
public class MemberService {
    static final int MOST_AT_ONCE = 10_000;
    private static final String ALL_LIMITED =
            "all members of this partition are limited: limited members cannot talk to"
                    + " each other, only to full ones; make at least one member full";

    private static final String NOBODY_LEFT =
            "the last member is leaving: the subnet manager keeps no partition without members, so that its broadcast group"
                    + " ends with it and is made anew for the next member; the PKey stays this partition's";

    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final MembershipRepository repository;
    private final PartitionSql partitions;
    private final MemberSql members;
    private final MemberViewSql views;
    private final MemberAdding adding;
    private final AuditLog audit;
    private final CurrentActor actor;
    private final Clock clock;

    MemberService(
            TenantContext tenants,
            TenantTransaction transaction,
            Scope scope,
            MembershipRepository repository,
            PartitionSql partitions,
            MemberSql members,
            MemberViewSql views,
            MemberAdding adding,
            AuditLog audit,
            CurrentActor actor,
            Clock clock) {
        this.tenants = tenants;
        this.transaction = transaction;
        this.scope = scope;
        this.repository = repository;
        this.partitions = partitions;
        this.members = members;
        this.views = views;
        this.adding = adding;
        this.audit = audit;
        this.actor = actor;
        this.clock = clock;
    }

    /**
     * What adding has made.
     *
     * @param warnings what is legal but will not do what people mostly want
     */
    public record Added(List<MemberView> items, List<String> warnings) {}

    public Page<MemberView> list(UUID partition, PageRequest request) {
        tenants.enter(TenantTable.PARTITION, partition);
        return scope.read(connection -> {
            if (partitions.find(connection, partition).isEmpty()) {
                throw new NotFound("partition", partition);
            }
            return views.page(connection, partition, request);
        });
    }

    public MemberView get(UUID partition, UUID id) {
        tenants.enter(TenantTable.PARTITION, partition);
        return scope.read(
                connection -> views.find(connection, partition, id).orElseThrow(() -> new NotFound("member", id)));
    }

    /** What is legal but will not do what people mostly want. */
    public List<String> warnings(UUID partition) {
        tenants.enter(TenantTable.PARTITION, partition);
        return scope.read(connection -> warnings(members.mix(connection, partition)));
    }

    /**
     * What is to be said on a partition's page.
     *
     * @param isolated whether all members are limited, so that nobody reaches anybody
     * @param removals that wait for somebody to approve them, by member; of the whole partition by its own id
     */
    record Standing(boolean isolated, Map<UUID, UUID> removals) {
        Standing {
            removals = Map.copyOf(removals);
        }
    }

    Standing standing(UUID partition) {
        tenants.enter(TenantTable.PARTITION, partition);
        Mix mix = scope.read(connection -> members.mix(connection, partition));
        return new Standing(!warnings(mix).isEmpty(), mix.waiting());
    }

    private static List<String> warnings(Mix mix) {
        return mix.full() == 0 && mix.limited() > 0 ? List.of(ALL_LIMITED) : List.of();
    }

    /** What is to be said about a partition from which a member is leaving. */
    List<String> warningsOfLeaving(UUID partition) {
        tenants.enter(TenantTable.PARTITION, partition);
        Mix mix = scope.read(connection -> members.mix(connection, partition));
        return mix.full() + mix.limited() == 0 ? List.of(NOBODY_LEFT) : warnings(mix);
    }

    /** What becomes of the others when one member leaves. Public for the templates. */
    public enum Leaving {
        OTHERS_GO_ON,
        ONLY_LIMITED_STAY,
        NOBODY_STAYS
    }

    Leaving leaving(MemberView member) {
        UUID partition = member.partition().id();
        tenants.enter(TenantTable.PARTITION, partition);
        Mix mix = scope.read(connection -> members.mix(connection, partition));
        int full = mix.full() - (member.membership().equals("full") ? 1 : 0);
        if (mix.full() + mix.limited() <= 1) {
            return Leaving.NOBODY_STAYS;
        }
        return full > 0 ? Leaving.OTHERS_GO_ON : Leaving.ONLY_LIMITED_STAY;
    }

    public Added add(UUID partition, MemberForm form) {
        return add(partition, form, false);
    }

    /** Takes over an interface that was configured by hand; a file of somebody's that keeps it stays theirs. */
    public MemberView adopt(UUID partition, MemberForm form) {
        return add(partition, form, true).items().get(0);
    }

    private Added add(UUID partition, MemberForm form, boolean adopted) {
        String node = Field.required("node", form.node(), text -> text);
        List<IpAddress> addresses = form.addresses() == null
                ? List.of()
                : form.addresses().stream()
                        .map(text -> Field.required("addresses", text, IpAddress::parse))
                        .toList();
        return add(
                partition,
                new MemberWish(
                        List.of(node),
                        "node",
                        form.port(),
                        Field.required("membership", form.membership(), MembershipType::parse),
                        Field.optional("mode", form.mode(), IpoibMode::parse),
                        Field.optional("mtu", form.mtu(), IpMtu::new),
                        addresses,
                        Boolean.TRUE.equals(form.index0()),
                        adopted));
    }

    /** All or none. */
    public Added addMany(UUID partition, MemberBulkForm form) {
        List<String> nodes = Field.required("nodes", form.nodes(), list -> list);
        if (nodes.isEmpty() || nodes.size() > MOST_AT_ONCE) {
            throw new Invalid("nodes", nodes.size() + " nodes: 1 to " + MOST_AT_ONCE + " in one call");
        }
        MembershipType membership = Field.required("membership", form.membership(), MembershipType::parse);
        return add(partition, new MemberWish(nodes, "nodes", null, membership, null, null, List.of(), false, false));
    }

    private Added add(UUID partition, MemberWish wish) {
        tenants.enter(TenantTable.PARTITION, partition);
        List<UUID> made = adding.add(partition, wish);
        return scope.read(connection -> new Added(
                views.find(connection, made).stream()
                        .sorted(java.util.Comparator.comparing(
                                view -> view.node().name()))
                        .toList(),
                warnings(members.mix(connection, partition))));
    }

    /** @param version the one that the change was made for */
    public MemberView update(UUID partition, UUID id, int version, MemberChange change) {
        MembershipType membership = Field.required("membership", change.membership(), MembershipType::parse);
        IpoibMode mode = Field.optional("mode", change.mode(), IpoibMode::parse);
        IpMtu mtu = Field.optional("mtu", change.mtu(), IpMtu::new);
        tenants.enter(TenantTable.PARTITION, partition);
        transaction.run(connection -> {
            // The partition before its members, as whoever removes it does.
            Target target =
                    members.target(connection, partition).orElseThrow(() -> new NotFound("partition", partition));
            MembershipEntity member = live(partition, id);
            ETags.requireMatch(version, member.version);
            Field.read("mtu", target.settings(), settings -> settings.forMember(mode, mtu));
            requireIpv6(
                    views.find(connection, partition, id).orElseThrow(),
                    target.settings().forMember(mode, mtu));
            MemberChange before =
                    MemberChange.of(views.find(connection, partition, id).orElseThrow());
            member.membership = membership;
            member.mode = mode;
            member.ipMtu = mtu;
            repository.flush();
            if (membership == MembershipType.LIMITED && "full".equals(before.membership())) {
                requireAFullOne(connection, partition);
            }
            MemberView after = views.find(connection, partition, id).orElseThrow();
            audit.record(AuditEntry.success("member.update", "member", id, named(after))
                    .partOf("partition", partition)
                    .before(before)
                    .after(MemberChange.of(after)));
        });
        return get(partition, id);
    }

    /** Who makes the last full member limited cuts all members off, as whoever removes it does. */
    private void requireAFullOne(Connection connection, UUID partition) throws SQLException {
        if (actor.get().isOperator() || !members.isolatedByOne(connection, partition)) {
            return;
        }
        throw new Conflict(
                "isolates",
                "It is the last full member, and limited ones reach nobody without it. On this fabric nobody cuts the members"
                        + " of a partition off alone: make another member full first, ask for the removal of this one,"
                        + " or ask an operator.");
    }

    private static void requireIpv6(MemberView member, InterfaceSettings settings) {
        if (member.addresses().stream().anyMatch(address -> address.ip().contains(":"))) {
            Field.read("mtu", settings, InterfaceSettings::requireIpv6);
        }
    }

    /** Locked, so that of several changes for one version the first is made and the others hear that there is a newer one. */
    private MembershipEntity live(UUID partition, UUID id) {
        MembershipEntity member = repository.findById(id, LockModeType.PESSIMISTIC_WRITE);
        if (member == null || !member.partitionId.equals(partition)) {
            throw new NotFound("member", id);
        }
        if (member.removedAt != null) {
            throw new Conflict("being-removed", "This member is being removed; it stays as it is.");
        }
        return member;
    }

    /**
     * Starts the end of a membership, in the tenant's transaction of this connection. Its place and its addresses are free
     * when fabric and node were both read back.
     *
     * @param ifMatch the ETag that the removal was decided for; absent: whatever it is
     */
    void end(Connection connection, UUID partition, UUID id, @Nullable String ifMatch) throws SQLException {
        MembershipEntity member = endable(partition, id, ifMatch);
        MemberView before = views.find(connection, partition, id).orElseThrow();
        member.removedAt = Instant.now(clock);
        repository.flush();
        audit.recordAll(removal(before));
    }

    private MembershipEntity endable(UUID partition, UUID id, @Nullable String ifMatch) {
        MembershipEntity member = live(partition, id);
        if (ifMatch != null) {
            ETags.requireMatch(ifMatch, member.version);
        }
        return member;
    }

    /** What it is called, if it could be removed now. */
    String removable(Connection connection, UUID partition, UUID id, @Nullable String ifMatch) throws SQLException {
        endable(partition, id, ifMatch);
        return named(views.find(connection, partition, id).orElseThrow());
    }

    /** Its addresses end with it, but for those whose end has begun before. */
    private static List<AuditEntry> removal(MemberView member) {
        List<AuditEntry> events = new ArrayList<>();
        events.add(AuditEntry.success("member.remove", "member", member.id(), named(member))
                .partOf("partition", member.partition().id())
                .before(MemberAdding.state(member)));
        member.addresses().stream()
                .filter(address -> !address.state().equals("releasing"))
                .forEach(address ->
                        events.add(AuditEntry.success("address.release", "address", address.id(), address.ip())
                                .partOf("partition", member.partition().id())
                                .after(Map.of("because", "member removed"))));
        return events;
    }

    static String named(MemberView member) {
        return member.node().name() + " in " + member.partition().name() + " (" + member.pkey() + ")";
    }
}
