package dev.ibportal.portal.ipam;

import dev.ibportal.portal.ipam.AddressSql.Counts;
import dev.ibportal.portal.ipam.core.AddressSet;
import dev.ibportal.portal.ipam.core.PoolPlan;
import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.fault.DomainFault.Conflict;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.types.IpAddress;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Says why an address cannot be had, and what to do. All of it is the asking tenant's own. */
@ApplicationScoped
class Refusals {
    private static final int SHOWN = 5;
    private static final int NAMED = 10;

    private final AddressSql addresses;
    private final PoolSql pools;

    Refusals(AddressSql addresses, PoolSql pools) {
        this.addresses = addresses;
        this.pools = pools;
    }

    /**
     * @param pools those that were tried
     * @param prefixes theirs, for people
     */
    DomainFault full(Connection connection, List<UUID> pools, String prefixes, int wanted, int free)
            throws SQLException {
        Counts counts = addresses.counts(connection, pools);
        Map<String, Object> facts = Map.of(
                "capacity", counts.capacity(), "used", counts.used(), "releasing", counts.releasing(), "free", free);
        String used = counts.used() + " of " + counts.capacity() + " addresses of " + prefixes + " are used";
        if (free > 0) {
            return new Conflict(
                    "pool-full",
                    "pool full: " + wanted + " addresses wanted, " + free + " free; " + used
                            + ". Ask for fewer, release some or add a pool.",
                    facts);
        }
        if (counts.releasing() == 0) {
            return new Conflict("pool-full", "pool full: " + used + ". Release some or add a pool.", facts);
        }
        return new Conflict(
                "pool-full",
                "no free address; " + holders(connection, pools, counts.releasing()) + "; pool full: " + used + ", "
                        + counts.releasing()
                        + " of them being released. They are free when their nodes were read back.",
                facts);
    }

    private String holders(Connection connection, List<UUID> pools, long releasing) throws SQLException {
        List<String> texts = addresses.releasing(connection, pools, SHOWN).stream()
                .map(held -> held.ip() + " " + held.reason())
                .toList();
        String more = releasing > texts.size() ? " and " + (releasing - texts.size()) + " more" : "";
        return String.join(", ", texts) + more;
    }

    /** Taken addresses that a pool would no longer hand out, with their holders. */
    DomainFault lost(Connection connection, PoolSql.Locked pool, AddressSet lost, String what) throws SQLException {
        List<String> first = holders(connection, pool.id(), lost);
        long more = lost.size().longValueExact() - first.size();
        return new Conflict(
                "addresses-taken",
                "With " + what + " the pool would no longer hand out " + lost.size() + " addresses that are taken: "
                        + String.join(", ", first) + (more > 0 ? " and " + more + " more" : "")
                        + ". Release them first.",
                Map.of("taken", lost.size(), "first", lost.lowest(1).get(0).toString(), "addresses", first));
    }

    /** The lowest of these addresses, each with who has it. */
    List<String> holders(Connection connection, UUID pool, AddressSet taken) throws SQLException {
        return addresses.holding(connection, pool, taken.lowest(NAMED)).stream()
                .map(view -> view.ip() + " (" + holder(view) + ")")
                .toList();
    }

    private static String holder(AddressView view) {
        return view.node() != null ? view.node().name() : view.note().isEmpty() ? "reserved" : view.note();
    }

    /** Why this address of the pool, which was asked for by hand, is not free. */
    DomainFault notFree(Connection connection, PoolSql.Locked pool, IpAddress ip) throws SQLException {
        if (!pool.prefix().contains(ip)) {
            return new Invalid("address", ip + " does not lie in " + pool.prefix());
        }
        if (ip.equals(pool.gateway())) {
            return new Conflict("address-not-available", ip + " is the gateway of " + pool.prefix() + ".");
        }
        Optional<AddressView> holder = addresses.holding(connection, pool.id(), ip);
        if (holder.isPresent()) {
            return taken(holder.get());
        }
        PoolPlan plan = pools.plan(connection, pool);
        return new Conflict(
                "address-not-available",
                ip + " is not handed out by pool " + pool.name() + " (" + pool.prefix() + "): " + reason(plan, ip)
                        + ".");
    }

    private static String reason(PoolPlan plan, IpAddress ip) {
        if (!plan.prefix().usable().contains(ip)) {
            return "no interface can have it, usable are " + plan.prefix().usable();
        }
        return plan.exclusions().stream()
                .filter(exclusion -> exclusion.contains(ip))
                .findFirst()
                .map(exclusion -> exclusion + " is excluded")
                .orElse("it lies in none of the ranges");
    }

    static Conflict taken(AddressView holder) {
        String node = holder.node() == null ? "nobody yet" : holder.node().name();
        String why = switch (holder.state()) {
            case "in-use" -> "in use by " + node;
            case "releasing" -> holder.reason();
            default -> holder.node() == null ? "reserved" + note(holder) : "in use by " + node + " (reserved)";
        };
        return new Conflict(
                "address-taken",
                holder.ip() + " is " + why + ".",
                Map.of("address", holder.ip(), "node", node, "state", holder.state()));
    }

    private static String note(AddressView holder) {
        return holder.note().isEmpty() ? "" : " (" + holder.note() + ")";
    }
}
