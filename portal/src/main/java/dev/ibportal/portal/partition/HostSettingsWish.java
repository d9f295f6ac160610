package dev.ibportal.portal.partition;

import dev.ibportal.portal.partition.HostSettingsForm.RouteForm;
import dev.ibportal.portal.platform.fault.DomainFault.Invalid;
import dev.ibportal.portal.platform.fault.Field;
import dev.ibportal.types.DomainName;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRoute;
import dev.ibportal.types.RouteBounds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A {@link HostSettingsForm} that was read. */
record HostSettingsWish(
        List<IpRoute> routes,
        boolean sourceRouting,
        List<IpAddress> dnsServers,
        List<DomainName> dnsSearch,
        String profile) {
    private static final int MOST_ROUTES = 64;
    private static final int MOST_SERVERS = 8;
    private static final int MOST_DOMAINS = 16;
    private static final Set<String> PROFILES = Set.of("none", "ipoib");

    /** @param pools networks that the partition's interfaces are in */
    static HostSettingsWish read(HostSettingsForm form, List<IpPrefix> pools) {
        boolean sourceRouting = Boolean.TRUE.equals(form.sourceRouting());
        List<IpRoute> routes = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (RouteForm route : orEmpty(form.routes())) {
            IpRoute read = Field.read("routes", route, HostSettingsWish::route);
            requirePossible(read, pools, sourceRouting);
            if (!seen.add(read.to() + " " + read.effectiveMetric())) {
                throw new Invalid(
                        "routes", "two routes to " + read.to() + " have the same metric; give them different ones");
            }
            routes.add(read);
        }
        requireAtMost("routes", routes.size(), MOST_ROUTES);
        return new HostSettingsWish(
                routes,
                sourceRouting,
                list("dnsServers", form.dnsServers(), IpAddress::parse, MOST_SERVERS),
                list("dnsSearch", form.dnsSearch(), DomainName::parse, MOST_DOMAINS),
                profile(form.profile()));
    }

    /** Reads a line of the form on the page. */
    static RouteForm line(String text) {
        IpRoute route = Field.read("routes", text, IpRoute::parse);
        return new RouteForm(
                route.to().toString(),
                route.via().map(Object::toString).orElse(null),
                route.metric().isPresent() ? route.metric().getAsInt() : null);
    }

    private static IpRoute route(RouteForm route) {
        if (route.to() == null) {
            throw new InvalidValueException("route.to", "a route has no destination: \"to\" is missing", "");
        }
        Integer metric = route.metric();
        return new IpRoute(
                IpPrefix.parse(route.to()),
                Optional.ofNullable(route.via()).map(IpAddress::parse),
                metric == null ? OptionalInt.empty() : OptionalInt.of(metric));
    }

    private static void requirePossible(IpRoute route, List<IpPrefix> pools, boolean sourceRouting) {
        if (route.isDefault() && !sourceRouting) {
            throw new Invalid(
                    "routes",
                    "a default route (" + route.to() + ") would take over the host's own; it is possible with source"
                            + " routing only, in the interface's own table");
        }
        if (!route.isDefault() && RouteBounds.isTooWide(route.to())) {
            throw new Invalid(
                    "routes",
                    "the route to " + route.to() + " would take over most of the host's own traffic: without a default"
                            + " route a destination has at least /"
                            + RouteBounds.shortest(route.to().family())
                            + "; name the networks that the"
                            + " partition leads to");
        }
        requireUnicast(route);
        route.via()
                .filter(via -> pools.stream().noneMatch(pool -> pool.contains(via)))
                .ifPresent(via -> {
                    throw new Invalid(
                            "routes",
                            "next hop " + via + " of the route to " + route.to()
                                    + " is in none of this partition's pools"
                                    + (pools.isEmpty()
                                            ? "; it has none yet: make the pool first"
                                            : ": "
                                                    + pools.stream()
                                                            .map(IpPrefix::toString)
                                                            .collect(Collectors.joining(", "))));
                });
        pools.stream()
                .filter(pool ->
                        !route.isDefault() && pool.family() == route.to().family() && pool.contains(route.to()))
                .findFirst()
                .ifPresent(pool -> {
                    throw new Invalid(
                            "routes",
                            "the route to " + route.to() + " leads into pool " + pool
                                    + ", which is on the interface's own link; leave it out");
                });
    }

    /** Addresses that mean the host itself, its link or a group are no destination of a route through a partition. */
    private static void requireUnicast(IpRoute route) {
        Optional.of(route.to())
                .filter(to -> !route.isDefault())
                .flatMap(RouteBounds::special)
                .ifPresent(network -> {
                    throw new Invalid(
                            "routes",
                            "the route to " + route.to() + " overlaps " + network
                                    + ", which is for the host itself, for a link or for groups; leave it out");
                });
    }

    private static <T> List<T> list(String field, @Nullable List<String> texts, Function<String, T> reader, int most) {
        List<T> read = orEmpty(texts).stream()
                .map(text -> Field.required(field, text, reader))
                .distinct()
                .toList();
        requireAtMost(field, read.size(), most);
        return read;
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    private static void requireAtMost(String field, int count, int most) {
        if (count > most) {
            throw new Invalid(field, count + " entries: at most " + most + " are possible");
        }
    }

    private static String profile(@Nullable String text) {
        String profile = text == null ? "none" : text;
        if (!PROFILES.contains(profile)) {
            throw new Invalid("profile", "profile \"" + profile + "\" is neither \"none\" nor \"ipoib\"");
        }
        return profile;
    }
}
