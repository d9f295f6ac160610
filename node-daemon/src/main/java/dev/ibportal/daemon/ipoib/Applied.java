package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InterfaceAddress;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What we remember of an item that we have applied. It tells our addresses from other people's, and which items a spec
 * may not leave out.
 *
 * @param name the child's name when it was applied
 * @param created whether we made the child, or found it and took it over
 * @param addresses those we put there, or found there when they were wanted
 * @param askedMtu what was asked of the kernel; empty: the largest
 * @param seenMtu what came of it; empty until it was read back
 * @param absent whether its absence was read back
 * @param beside what else of the host is ours because of it
 */
public record Applied(
        String interfaceId,
        Wish.Target target,
        String name,
        boolean created,
        Set<InterfaceAddress> addresses,
        Optional<Integer> askedMtu,
        Optional<Integer> seenMtu,
        boolean absent,
        HostParts beside) {
    /**
     * Routes and rules that we made, and kernel settings that we changed.
     *
     * @param sysctls what each had before, by key
     * @param dns whether we told the host's resolver something
     */
    public record HostParts(Set<Route> routes, Set<PolicyRule> rules, Map<String, String> sysctls, boolean dns) {
        public static final HostParts NONE = new HostParts(Set.of(), Set.of(), Map.of(), false);

        public HostParts {
            routes = Set.copyOf(routes);
            rules = Set.copyOf(rules);
            sysctls = Map.copyOf(sysctls);
        }
    }

    private static final Comparator<InterfaceAddress> ORDER =
            Comparator.comparing(InterfaceAddress::address).thenComparingInt(InterfaceAddress::prefixLength);

    public Applied {
        Set<InterfaceAddress> sorted = new TreeSet<>(ORDER);
        sorted.addAll(addresses);
        addresses = Collections.unmodifiableSet(sorted);
    }

    public Applied withAddresses(Set<InterfaceAddress> ours) {
        return new Applied(interfaceId, target, name, created, ours, askedMtu, seenMtu, absent, beside);
    }

    public Applied provenAbsent() {
        return new Applied(interfaceId, target, name, created, Set.of(), askedMtu, seenMtu, true, HostParts.NONE);
    }

    public Applied withBeside(HostParts now) {
        return new Applied(interfaceId, target, name, created, addresses, askedMtu, seenMtu, absent, now);
    }
}
