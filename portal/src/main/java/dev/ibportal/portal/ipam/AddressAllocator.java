package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.ClaimSql.Kept;
import dev.ibportal.portal.ipam.ClaimSql.NewAddress;
import dev.ibportal.portal.ipam.ClaimSql.Owner;
import dev.ibportal.portal.ipam.ClaimSql.PoolRef;
import dev.ibportal.portal.ipam.ClaimSql.Said;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Gives interfaces their addresses, one for each family that has a pool in the partition, in the transaction that makes
 * the interfaces. The number of statements depends on families and pools, not on interfaces.
 */
@ApplicationScoped
public class AddressAllocator {
    private final ClaimSql claims;
    private final AddressSql addresses;
    private final PoolSql pools;
    private final Refusals refusals;

    AddressAllocator(ClaimSql claims, AddressSql addresses, PoolSql pools, Refusals refusals) {
        this.claims = claims;
        this.addresses = addresses;
        this.pools = pools;
        this.refusals = refusals;
    }

    /** A new interface, the only one of its node here. */
    public record Holder(UUID interfaceId, UUID node) {}

    public record Bound(UUID address, UUID interfaceId, InterfaceAddress value) {}

    /**
     * An address that is kept for the holder's node comes first, then the one that the node had last, else the lowest free
     * one.
     *
     * @param wished addresses asked for by hand, at most one of a family, for a single holder
     */
    public List<Bound> bind(
            Connection connection, UUID tenant, UUID partition, List<Holder> holders, List<IpAddress> wished)
            throws SQLException {
        requireOnePerFamily(wished);
        List<Bound> bound = new ArrayList<>();
        for (IpFamily family : IpFamily.values()) {
            List<PoolRef> candidates = claims.lockPools(connection, partition, family);
            List<IpAddress> ofFamily =
                    wished.stream().filter(ip -> ip.family() == family).toList();
            if (!ofFamily.isEmpty()) {
                bound.add(wish(connection, candidates, holders.get(0), ofFamily.get(0)));
            } else if (!candidates.isEmpty()) {
                bound.addAll(lowest(connection, new Place(tenant, partition, family, candidates), holders));
            }
        }
        return bound;
    }

    private record Place(UUID tenant, UUID partition, IpFamily family, List<PoolRef> pools) {}

    private static void requireOnePerFamily(List<IpAddress> wished) {
        Set<IpFamily> seen = new HashSet<>();
        for (IpAddress ip : wished) {
            if (!seen.add(ip.family())) {
                throw new Invalid("addresses", "an interface has one address of a family, " + ip + " is a second one");
            }
        }
    }

    private Bound wish(Connection connection, List<PoolRef> candidates, Holder holder, IpAddress ip)
            throws SQLException {
        for (PoolRef candidate : candidates) {
            PoolSql.Locked pool = pools.lock(connection, candidate.id()).orElseThrow();
            if (pool.prefix().contains(ip)) {
                return wish(connection, pool, holder, ip);
            }
        }
        throw new Invalid("addresses", "no pool of this partition has " + ip);
    }

    private Bound wish(Connection connection, PoolSql.Locked pool, Holder holder, IpAddress ip) throws SQLException {
        InterfaceAddress value = new InterfaceAddress(ip, pool.prefix().length());
        if (claims.claimOne(connection, pool.id(), ip)) {
            NewAddress made = new NewAddress(UUID.randomUUID(), ip, holder.node, holder.interfaceId);
            claims.insert(
                    connection, new Owner(pool.tenant(), pool.partition(), pool.id()), Said.NOTHING, List.of(made));
            return new Bound(made.id(), holder.interfaceId, value);
        }
        AddressView kept = addresses.holding(connection, pool.id(), ip).orElse(null);
        boolean forThisNode = kept != null
                && kept.state().equals("reserved")
                && kept.node() != null
                && kept.node().id().equals(holder.node);
        if (kept == null || !forThisNode) {
            throw refusals.notFree(connection, pool, ip);
        }
        claims.bind(connection, kept.id(), holder.interfaceId);
        return new Bound(kept.id(), holder.interfaceId, value);
    }

    private List<Bound> lowest(Connection connection, Place place, List<Holder> holders) throws SQLException {
        Map<UUID, UUID> byNode = holders.stream()
                .collect(Collectors.toMap(Holder::node, Holder::interfaceId, (a, b) -> a, LinkedHashMap::new));
        List<Bound> bound = new ArrayList<>();
        Set<UUID> served = new HashSet<>();
        for (Kept kept : claims.bindKept(connection, place.partition, place.family, byNode)) {
            bound.add(new Bound(kept.address(), kept.interfaceId(), new InterfaceAddress(kept.ip(), kept.length())));
            served.add(kept.interfaceId());
        }
        for (PoolRef pool : place.pools) {
            List<Holder> rest = rest(holders, served);
            List<UUID> nodes = rest.stream().map(Holder::node).toList();
            Map<UUID, IpAddress> again = claims.reclaim(connection, pool.id(), nodes);
            List<Holder> known =
                    rest.stream().filter(h -> again.containsKey(h.node)).toList();
            List<IpAddress> ips = known.stream()
                    .map(h -> Objects.requireNonNull(again.get(h.node)))
                    .toList();
            bound.addAll(write(connection, place, pool, known, ips));
            known.forEach(h -> served.add(h.interfaceId));
        }
        bound.addAll(claim(connection, place, rest(holders, served)));
        return bound;
    }

    private static List<Holder> rest(List<Holder> holders, Set<UUID> served) {
        return holders.stream().filter(h -> !served.contains(h.interfaceId)).toList();
    }

    /** The lowest pool first, then the next. */
    private List<Bound> claim(Connection connection, Place place, List<Holder> holders) throws SQLException {
        List<Bound> bound = new ArrayList<>();
        for (PoolRef pool : place.pools) {
            List<Holder> rest = holders.subList(bound.size(), holders.size());
            int count = rest.isEmpty() ? 0 : claims.freeUpTo(connection, pool.id(), rest.size());
            if (count > 0) {
                bound.addAll(claim(connection, place, pool, rest.subList(0, count)));
            }
        }
        if (bound.size() < holders.size()) {
            List<UUID> ids = place.pools.stream().map(PoolRef::id).toList();
            String prefixes = place.pools.stream().map(PoolRef::prefix).collect(Collectors.joining(", "));
            throw refusals.full(connection, ids, prefixes, holders.size(), bound.size());
        }
        return bound;
    }

    private List<Bound> claim(Connection connection, Place place, PoolRef pool, List<Holder> holders)
            throws SQLException {
        return write(connection, place, pool, holders, claims.claim(connection, pool.id(), holders.size()));
    }

    private List<Bound> write(
            Connection connection, Place place, PoolRef pool, List<Holder> holders, List<IpAddress> ips)
            throws SQLException {
        List<NewAddress> made = new ArrayList<>();
        List<Bound> bound = new ArrayList<>();
        for (int i = 0; i < ips.size(); i++) {
            Holder holder = holders.get(i);
            NewAddress address = new NewAddress(UUID.randomUUID(), ips.get(i), holder.node, holder.interfaceId);
            made.add(address);
            bound.add(new Bound(address.id(), holder.interfaceId, new InterfaceAddress(ips.get(i), pool.length())));
        }
        claims.insert(connection, new Owner(place.tenant, place.partition, pool.id()), Said.NOTHING, made);
        return bound;
    }
}
