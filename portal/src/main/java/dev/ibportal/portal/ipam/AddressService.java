package dev.ibportal.portal.ipam;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.ipam.ClaimSql.NewAddress;
import dev.ibportal.portal.ipam.ClaimSql.Owner;
import dev.ibportal.portal.ipam.ClaimSql.Said;
import dev.ibportal.portal.node.NodeDirectory;
import dev.ibportal.portal.node.NodeDirectory.NodeRef;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.tenancy.TenantContext;
import dev.ibportal.portal.platform.tenancy.TenantTable;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.portal.platform.web.Page;
import dev.ibportal.portal.platform.web.PageRequest;
import dev.ibportal.types.IpAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Addresses: handed out one by one or many at once, and released, which is not yet free. */
@ApplicationScoped
public class AddressService {
    static final int MOST_AT_ONCE = 10_000;
    private static final int NOTE_LENGTH = 1000;

    private final TenantContext tenants;
    private final TenantTransaction transaction;
    private final Scope scope;
    private final PoolSql pools;
    private final AddressSql addresses;
    private final ClaimSql claims;
    private final Refusals refusals;
    private final NodeDirectory nodes;
    private final AuditLog audit;
    private final Clock clock;
    private final NextAddresses next;

    AddressService(
            TenantContext tenants,
            TenantTransaction transaction,
            Scope scope,
            PoolSql pools,
            AddressSql addresses,
            ClaimSql claims,
            Refusals refusals,
            NodeDirectory nodes,
            AuditLog audit,
            Clock clock,
            NextAddresses next) {
        this.next = next;
        this.tenants = tenants;
        this.transaction = transaction;
        this.scope = scope;
        this.pools = pools;
        this.addresses = addresses;
        this.claims = claims;
        this.refusals = refusals;
        this.nodes = nodes;
        this.audit = audit;
        this.clock = clock;
    }

    /** @param search an address or prefix in any spelling, or part of a node's name */
    public Page<AddressView> list(@Nullable String search, PageRequest request) {
        return scope.read(connection -> addresses.page(connection, null, search, request));
    }

    public Page<AddressView> ofPool(UUID pool, @Nullable String search, PageRequest request) {
        tenants.enter(TenantTable.POOL, pool);
        return scope.read(connection -> {
            if (pools.find(connection, pool).isEmpty()) {
                throw new NotFound("pool", pool);
            }
            return addresses.page(connection, pool, search, request);
        });
    }

    public AddressView get(UUID id) {
        tenants.enter(TenantTable.ADDRESS, id);
        return scope.read(connection -> addresses.find(connection, id).orElseThrow(() -> new NotFound("address", id)));
    }

    public AddressView allocate(UUID pool, AddressForm form) {
        IpAddress wished = Field.optional("address", form.address(), IpAddress::parse);
        Said said = new Said(
                note(form.note()),
                Field.optional("until", form.until(), text -> ReservedUntil.parse(text, clock.instant())));
        List<String> node = form.node() == null ? List.of() : List.of(form.node());
        tenants.enter(TenantTable.POOL, pool);
        return wished == null && node.isEmpty()
                ? next.take(pool, said).orElseGet(() -> allocate(pool, null, node, said))
                : allocate(pool, wished, node, said);
    }

    private AddressView allocate(UUID pool, @Nullable IpAddress wished, List<String> node, Said said) {
        return transaction.call(connection -> {
            PoolSql.Locked locked = lockToGive(connection, pool);
            List<NodeRef> named = nodes.named(connection, "node", node);
            List<Optional<NodeRef>> wishes = List.of(named.stream().findFirst());
            List<IpAddress> ips =
                    wished == null ? pick(connection, locked, wishes) : exactly(connection, locked, wished);
            return write(connection, locked, ips, wishes, said).get(0);
        });
    }

    /** All or none; in the order of the addresses. */
    public List<AddressView> allocateMany(UUID pool, AddressBulkForm form) {
        List<String> names = form.nodes();
        boolean waiting = form.withoutAddress() != null && form.withoutAddress();
        if ((form.count() == null ? 0 : 1) + (names == null ? 0 : 1) + (waiting ? 1 : 0) != 1) {
            throw new Invalid("count", "give exactly one of count, nodes and withoutAddress");
        }
        if (waiting) {
            return allocateWaiting(pool, note(form.note()));
        }
        int size = names == null ? Field.required("count", form.count(), count -> count) : names.size();
        if (size < 1 || size > MOST_AT_ONCE) {
            throw new Invalid(
                    names == null ? "count" : "nodes", size + " addresses: 1 to " + MOST_AT_ONCE + " in one call");
        }
        String note = note(form.note());
        tenants.enter(TenantTable.POOL, pool);
        return transaction.call(connection -> {
            PoolSql.Locked locked = lockToGive(connection, pool);
            List<Optional<NodeRef>> wishes = new ArrayList<>();
            if (names == null) {
                for (int i = 0; i < size; i++) {
                    wishes.add(Optional.empty());
                }
            } else {
                nodes.named(connection, "nodes", names).forEach(node -> wishes.add(Optional.of(node)));
            }
            return write(connection, locked, pick(connection, locked, wishes), wishes, new Said(note, null));
        });
    }

    /** One for each member of the partition without an address of the pool's family; for nobody when there is none. */
    private List<AddressView> allocateWaiting(UUID pool, String note) {
        tenants.enter(TenantTable.POOL, pool);
        return transaction.call(connection -> {
            PoolSql.Locked locked = lockToGive(connection, pool);
            List<Optional<NodeRef>> wishes =
                    claims
                            .withoutAddress(
                                    connection,
                                    locked.partition(),
                                    locked.prefix().family(),
                                    MOST_AT_ONCE)
                            .stream()
                            .map(Optional::of)
                            .toList();
            return wishes.isEmpty()
                    ? List.<AddressView>of()
                    : write(connection, locked, pick(connection, locked, wishes), wishes, new Said(note, null));
        });
    }

    private PoolSql.Locked lock(Connection connection, UUID pool) throws SQLException {
        return pools.lock(connection, pool).orElseThrow(() -> new NotFound("pool", pool));
    }

    private PoolSql.Locked lockToGive(Connection connection, UUID pool) throws SQLException {
        PoolSql.Locked locked = lock(connection, pool);
        if (locked.ending()) {
            throw new Conflict(
                    "being-removed",
                    "The partition of pool " + locked.name() + " is being removed; it gives nothing more.");
        }
        return locked;
    }

    /** For each its address: the one that its node had last, if that is free, else the lowest free one. */
    private List<IpAddress> pick(Connection connection, PoolSql.Locked pool, List<Optional<NodeRef>> wishes)
            throws SQLException {
        List<UUID> known =
                wishes.stream().flatMap(Optional::stream).map(NodeRef::id).toList();
        Map<UUID, IpAddress> again = claims.reclaim(connection, pool.id(), known);
        Iterator<IpAddress> rest = again.size() == wishes.size()
                ? Collections.emptyIterator()
                : lowest(connection, pool, wishes.size() - again.size()).iterator();
        List<IpAddress> picked = new ArrayList<>();
        for (Optional<NodeRef> wish : wishes) {
            IpAddress own = wish.map(NodeRef::id).map(again::get).orElse(null);
            picked.add(own == null ? rest.next() : own);
        }
        return picked;
    }

    private List<IpAddress> lowest(Connection connection, PoolSql.Locked pool, int count) throws SQLException {
        int free = claims.freeUpTo(connection, pool.id(), count);
        if (free < count) {
            throw refusals.full(connection, List.of(pool.id()), pool.prefix().toString(), count, free);
        }
        return claims.claim(connection, pool.id(), count);
    }

    private List<IpAddress> exactly(Connection connection, PoolSql.Locked pool, IpAddress ip) throws SQLException {
        if (!claims.claimOne(connection, pool.id(), ip)) {
            throw refusals.notFree(connection, pool, ip);
        }
        return List.of(ip);
    }

    /** An interface of the node that still waits for an address of this family gets it; else it is kept for the node. */
    private List<AddressView> write(
            Connection connection, PoolSql.Locked pool, List<IpAddress> ips, List<Optional<NodeRef>> wishes, Said said)
            throws SQLException {
        List<UUID> forNodes =
                wishes.stream().flatMap(Optional::stream).map(NodeRef::id).toList();
        Map<UUID, UUID> waiting = forNodes.isEmpty()
                ? Map.of()
                : claims.waiting(connection, pool.partition(), pool.prefix().family(), forNodes);
        Map<UUID, NewAddress> made = new LinkedHashMap<>();
        List<AuditEntry> events = new ArrayList<>();
        for (int i = 0; i < ips.size(); i++) {
            UUID node = wishes.get(i).map(NodeRef::id).orElse(null);
            UUID held = node == null ? null : waiting.get(node);
            NewAddress address = new NewAddress(UUID.randomUUID(), ips.get(i), node, held);
            made.put(address.id(), address);
            events.add(event("address.allocate", address.id(), ips.get(i), pool)
                    .after(state(pool, wishes.get(i).map(NodeRef::name).orElse(null), said.note())));
        }
        claims.insert(
                connection, new Owner(pool.tenant(), pool.partition(), pool.id()), said, List.copyOf(made.values()));
        audit.recordAll(events);
        return addresses.find(connection, List.copyOf(made.keySet())).stream()
                .sorted(java.util.Comparator.comparing(view -> IpAddress.parse(view.ip())))
                .toList();
    }

    /**
     * Asks for an address to be given back. It is free at once when no host ever had it, else when its host was read
     * back without it.
     *
     * @return the address while it is still held; empty when it is free
     */
    public Optional<AddressView> release(UUID id) {
        tenants.enter(TenantTable.ADDRESS, id);
        return transaction.call(connection -> {
            AddressView present = addresses.find(connection, id).orElseThrow(() -> new NotFound("address", id));
            PoolSql.Locked pool = lock(connection, present.pool().id());
            if (claims.release(connection, id)) {
                String node = present.node() == null ? null : present.node().name();
                audit.recordAll(List.of(event("address.release", id, IpAddress.parse(present.ip()), pool)
                        .before(state(pool, node, present.note()))));
            }
            return addresses.find(connection, id);
        });
    }

    static List<String> warnings(AddressView held) {
        return held.interfaceId() == null || held.node() == null
                ? List.of()
                : List.of(held.ip() + " is taken off the interface of "
                        + held.node().name()
                        + " while it runs; that member of " + held.partition().name()
                        + " has no address of this kind then");
    }

    private static AuditEntry event(String action, UUID id, IpAddress ip, PoolSql.Locked pool) {
        return AuditEntry.success(action, "address", id, ip.toString())
                .tenant(pool.tenant())
                .partOf("partition", pool.partition())
                .partOf("pool", pool.id());
    }

    private static Map<String, Object> state(PoolSql.Locked pool, @Nullable String node, String note) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("pool", pool.name());
        state.put("prefix", pool.prefix().toString());
        if (node != null) {
            state.put("node", node);
        }
        if (!note.isEmpty()) {
            state.put("note", note);
        }
        return state;
    }

    private static String note(@Nullable String note) {
        String text = note == null ? "" : note;
        if (text.codePointCount(0, text.length()) > NOTE_LENGTH) {
            throw new Invalid("note", "a note has at most " + NOTE_LENGTH + " characters");
        }
        return text;
    }
}
