package dev.ibportal.portal.partition;

import dev.ibportal.portal.auditlog.AuditEntry;
import dev.ibportal.portal.auditlog.AuditLog;
import dev.ibportal.portal.ipam.AddressAllocator;
import dev.ibportal.portal.ipam.AddressAllocator.Bound;
import dev.ibportal.portal.ipam.NetworkRoom;
import dev.ibportal.portal.node.NodeDirectory;
import dev.ibportal.portal.node.NodeDirectory.NodeRef;
import dev.ibportal.portal.partition.MemberSql.NewMember;
import dev.ibportal.portal.partition.MemberSql.Present;
import dev.ibportal.portal.partition.MemberSql.Target;
import dev.ibportal.portal.platform.db.Scope;
import dev.ibportal.portal.platform.db.SqlError;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.NotFound;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.portal.platform.tenancy.Overseer;
import dev.ibportal.portal.platform.tenancy.TenantTransaction;
import dev.ibportal.types.IpFamily;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Adds members with their interfaces and addresses in one transaction: one of them or thousands, all or none. */
@ApplicationScoped
class MemberAdding {
    private static final String OVERLAP = "node_prefix_overlap";
    private static final String ROUTE_OVERLAP = "partition_route_overlap";
    private static final String MEMBER_ALREADY = "membership_live_port";
    private static final String INDEX0_TAKEN = "membership_index0_port";
    private static final String TABLE_FULL = "IB004";
    private static final int SHOWN = 10;

    private final TenantTransaction transaction;
    private final Scope scope;
    private final MemberSql members;
    private final MemberViewSql views;
    private final MemberPorts ports;
    private final NodeDirectory nodes;
    private final AddressAllocator addresses;
    private final AuditLog audit;
    private final Overseer overseer;

    MemberAdding(
            TenantTransaction transaction,
            Scope scope,
            MemberSql members,
            MemberViewSql views,
            MemberPorts ports,
            NodeDirectory nodes,
            AddressAllocator addresses,
            AuditLog audit,
            Overseer overseer) {
        this.transaction = transaction;
        this.scope = scope;
        this.members = members;
        this.views = views;
        this.ports = ports;
        this.nodes = nodes;
        this.addresses = addresses;
        this.audit = audit;
        this.overseer = overseer;
    }

    List<UUID> add(UUID partition, MemberWish wish) {
        try {
            return transaction.call(connection -> insert(connection, partition, wish));
        } catch (RuntimeException e) {
            throw explained(e, partition, wish);
        }
    }

    private List<UUID> insert(Connection connection, UUID partition, MemberWish wish) throws SQLException {
        Target target = members.target(connection, partition).orElseThrow(() -> new NotFound("partition", partition));
        if (target.removed()) {
            throw new Conflict(
                    "being-removed", "Partition " + target.name() + " is being removed; it gets no members.");
        }
        Field.read("mtu", target.settings(), settings -> settings.forMember(wish.mode(), wish.mtu()));
        if (wish.index0()) {
            requireIndex0(connection, target);
        }
        List<NewMember> made = ports.choose(connection, target, wish);
        if (wish.index0()) {
            requireOwnPorts(connection, made);
        }
        requireAbsent(connection, target, made);
        members.insert(connection, target, wish, made);
        List<UUID> ids = made.stream().map(NewMember::id).toList();
        List<Bound> bound = addresses.bind(
                connection, target.tenant(), partition, members.holders(connection, ids), wish.addresses());
        requireIpv6(target, wish, bound);
        audit.recordAll(events(partition, views.find(connection, ids), bound));
        return ids;
    }

    /** OpenSM loses a key where it remembers places: nobody is told to do what would break the fabric later. */
    private void requireIndex0(Connection connection, Target target) throws SQLException {
        Optional<String> obstacle = members.index0Obstacle(connection, target.fabric());
        if (obstacle.isPresent()) {
            throw new Conflict(
                    "index0-not-possible",
                    "Index 0 is not possible on fabric " + target.fabricName() + ": " + obstacle.get());
        }
    }

    /** The port's own interface carries everybody's on it: where a node is shared, an operator decides about it. */
    private void requireOwnPorts(Connection connection, List<NewMember> made) throws SQLException {
        boolean shared =
                members.anyShared(connection, made.stream().map(NewMember::node).toList());
        if (shared && !overseer.isPresent()) {
            throw index0NotAvailable();
        }
    }

    /** The same whoever has it, and whether anybody has. */
    private static Conflict index0NotAvailable() {
        return new Conflict(
                "index0-not-available",
                "The place at index 0 of this port's table is not available. Leave index0 out to get an interface beside"
                        + " the port's own, choose another port, or ask an operator.");
    }

    private static void requireIpv6(Target target, MemberWish wish, List<Bound> bound) {
        if (bound.stream().anyMatch(b -> b.value().address().family() == IpFamily.IPV6)) {
            Field.read(
                    "mtu",
                    target.settings(),
                    settings -> settings.forMember(wish.mode(), wish.mtu()).requireIpv6());
        }
    }

    private void requireAbsent(Connection connection, Target target, List<NewMember> wanted) throws SQLException {
        List<Present> present = members.present(
                connection, target.id(), wanted.stream().map(NewMember::port).toList());
        if (!present.isEmpty()) {
            throw already(target.name(), present);
        }
    }

    private static Conflict already(String partition, List<Present> present) {
        String names = present.stream()
                .limit(SHOWN)
                .map(p -> p.node() + " (" + p.guid() + ", " + p.state() + ")")
                .collect(Collectors.joining(", "));
        String more = present.size() > SHOWN ? " and " + (present.size() - SHOWN) + " more" : "";
        boolean leaving = present.stream().anyMatch(p -> p.state().equals("leaving"));
        return new Conflict(
                "already-member",
                "In partition " + partition + " already: " + names + more + ". "
                        + (leaving
                                ? "A leaving member can come back when its absence was read back."
                                : "Leave these out."),
                Map.of("nodes", present.stream().map(Present::node).distinct().toList()));
    }

    private static Conflict routed(RuntimeException e) {
        String to = SqlError.in(e).map(SqlError::detail).orElse("");
        return new Conflict(
                "network-overlap",
                "This partition's route to " + to
                        + " overlaps another network of one of the nodes. Leave that node out, or"
                        + " take the route out of the partition's host settings.",
                Map.of("destination", to));
    }

    private RuntimeException explained(RuntimeException e, UUID partition, MemberWish wish) {
        if (SqlError.violates(e, OVERLAP)) {
            return overlap(partition, wish);
        }
        if (SqlError.violates(e, ROUTE_OVERLAP)) {
            return routed(e);
        }
        if (SqlError.violates(e, MEMBER_ALREADY)) {
            return new Conflict("already-member", "One of the nodes became a member at the same moment; look again.");
        }
        if (SqlError.violates(e, INDEX0_TAKEN)) {
            return index0NotAvailable();
        }
        Optional<Conflict> tooLarge = NetworkRoom.refusal(e);
        if (tooLarge.isPresent()) {
            return tooLarge.get();
        }
        return SqlError.in(e)
                .filter(error -> error.state().equals(TABLE_FULL))
                .<RuntimeException>map(error -> tableFull(error.detail().split(" ")))
                .orElse(e);
    }

    /** @param told GUID of the port, size of its table, entries in use */
    private static Conflict tableFull(String... told) {
        return new Conflict(
                "pkey-table-full",
                "The PKey table of port " + told[0] + " is full: it has " + told[1] + " entries, and " + told[2]
                        + " are used, one of them by the default partition. Remove a membership of that node first.",
                Map.of("port", told[0], "capacity", told[1], "used", told[2]));
    }

    /** Whose network stands in the way hears only its own tenant and an operator: others' prefixes are not to be guessed. */
    private Conflict overlap(UUID partition, MemberWish wish) {
        List<UUID> wanted = scope.read(connection -> nodes.named(connection, wish.nodeField(), wish.nodes())).stream()
                .map(NodeRef::id)
                .toList();
        Optional<String> clash = scope.read(connection -> members.clash(connection, partition, wanted));
        return clash.or(() -> overseer.read(connection -> members.clash(connection, partition, wanted)))
                .map(known -> new Conflict(
                        "network-overlap",
                        known + ". A host could not tell the two networks apart; use another prefix in one of them."))
                .orElseGet(() -> new Conflict(
                        "network-overlap",
                        "The network of this partition's pool is not available on one of these nodes; use another prefix,"
                                + " leave the node out, or ask an operator."));
    }

    private static List<AuditEntry> events(UUID partition, List<MemberView> made, List<Bound> bound) {
        List<AuditEntry> events = new ArrayList<>();
        Map<UUID, String> names = new LinkedHashMap<>();
        for (MemberView member : made) {
            names.put(member.iface().id(), member.node().name());
            events.add(AuditEntry.success("member.add", "member", member.id(), MemberService.named(member))
                    .partOf("partition", partition)
                    .after(state(member)));
        }
        for (Bound address : bound) {
            events.add(AuditEntry.success(
                            "address.allocate",
                            "address",
                            address.address(),
                            address.value().address().toString())
                    .partOf("partition", partition)
                    .after(Map.of(
                            "node",
                            String.valueOf(names.get(address.interfaceId())),
                            "cidr",
                            address.value().toString())));
        }
        return events;
    }

    static Map<String, Object> state(MemberView member) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("port", member.port().guid());
        state.put("membership", member.membership());
        if (member.index0()) {
            state.put("index0", true);
        }
        state.put("mode", member.effectiveMode());
        state.put("mtu", member.effectiveMtu());
        state.put(
                "addresses",
                member.addresses().stream().map(MemberView.Address::cidr).toList());
        return state;
    }
}
