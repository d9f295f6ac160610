package dev.ibportal.types;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Where a route through a partition may lead in a host's main table. Default routes are no matter of this. */
public final class RouteBounds {
    private static final int SHORTEST_IPV4 = 8;
    private static final int SHORTEST_IPV6 = 16;
    private static final List<IpPrefix> SPECIAL = Stream.of(
                    "0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/3", "::1/128", "fe80::/10", "ff00::/8")
            .map(IpPrefix::parse)
            .toList();

    private RouteBounds() {}

    /** The least length of a destination: a shorter one is most of the world, and so most of what the host sends. */
    public static int shortest(IpFamily family) {
        return family == IpFamily.IPV4 ? SHORTEST_IPV4 : SHORTEST_IPV6;
    }

    public static boolean isTooWide(IpPrefix destination) {
        return destination.length() < shortest(destination.family());
    }

    /** The network for the host itself, a link or groups that a destination overlaps. */
    public static Optional<IpPrefix> special(IpPrefix destination) {
        return SPECIAL.stream()
                .filter(network -> network.family() == destination.family() && network.overlaps(destination))
                .findFirst();
    }
}
