package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.ipoib.persist.Extras;
import dev.ibportal.daemon.ipoib.persist.InterfaceKind;
import dev.ibportal.daemon.ipoib.persist.NameService;
import dev.ibportal.daemon.ipoib.persist.ParentTuning;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.daemon.ipoib.persist.SysctlProfile;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRoute;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * All that is wanted of the host for one interface beside the interface itself.
 *
 * @param sourceTable a routing table of the interface's own; empty: none, and no rules
 * @param tuning of the port's own interface only
 */
public record Settings(
        List<IpRoute> routes, OptionalInt sourceTable, NameService names, SysctlProfile sysctls, ParentTuning tuning) {
    public static final Settings NONE =
            new Settings(List.of(), OptionalInt.empty(), NameService.NONE, SysctlProfile.NONE, ParentTuning.NONE);

    /** One for all of our rules: no two of them match the same packet, and the main table's is 32766. */
    static final int PRIORITY = 21000;

    public Settings {
        routes = routes.stream().sorted().toList();
    }

    /** None to these destinations, in no table: what may not be is not kept for a later day either. */
    Settings without(Set<IpPrefix> destinations) {
        List<IpRoute> others = routes.stream()
                .filter(route -> !destinations.contains(route.to()))
                .toList();
        return new Settings(others, sourceTable, names, sysctls, tuning);
    }

    /** The same with all that follows from the addresses. */
    Extras extras(InterfaceKind kind, List<InterfaceAddress> addresses) {
        return new Extras(kind, placed(addresses), rules(addresses), names, sysctls, tuning);
    }

    /** The own table has all of the routes and the networks that are on the link. */
    private List<Route> placed(List<InterfaceAddress> addresses) {
        Set<Route> placed = new LinkedHashSet<>();
        // A tenant's network never carries the host's default route.
        routes.stream()
                .filter(route -> !route.isDefault())
                .forEach(route -> placed.add(in(route, OptionalInt.empty())));
        if (sourceTable.isPresent()) {
            addresses.forEach(address ->
                    placed.add(in(new IpRoute(address.network(), Optional.empty(), OptionalInt.empty()), sourceTable)));
            routes.forEach(route -> placed.add(in(route, sourceTable)));
        }
        return List.copyOf(placed);
    }

    /** Always with a metric: what the kernel chooses differs by family, and could not be compared. */
    static Route in(IpRoute route, OptionalInt table) {
        return new Route(route.to(), route.via(), table, OptionalInt.of(route.effectiveMetric()));
    }

    private List<PolicyRule> rules(List<InterfaceAddress> addresses) {
        return sourceTable.isEmpty()
                ? List.of()
                : addresses.stream()
                        .map(InterfaceAddress::address)
                        .distinct()
                        .map(address -> new PolicyRule(
                                Optional.of(
                                        new IpPrefix(address, address.family().bits())),
                                Optional.empty(),
                                sourceTable.getAsInt(),
                                PRIORITY))
                        .toList();
    }
}
