package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.NetdevView;
import dev.ibportal.daemon.ipoib.Surroundings.LiveRoute;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRoute;
import dev.ibportal.types.RouteBounds;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What of a wish would draw the host's own traffic, or another tenant's, into the partition. Judged at each look: the host
 * may get a network after the wish was carried out. Whose the other network is stays unsaid. Pure.
 */
record HostWall(Wish.Present wish, Sight sight, InterfaceName name) {
    /** Whoever asked for it has to ask for something else. */
    static final Set<String> CODES = Set.of("route.overlap", "route.width", "address.overlap");

    /** The wish less the routes that may not be. */
    static Wish.Present allowed(Wish.Present wish, Sight sight) {
        return Footing.of(wish, sight.host()) instanceof Footing.Firm ground
                ? new HostWall(wish, sight, ground.name()).allowed()
                : wish;
    }

    Wish.Present allowed() {
        Set<IpPrefix> kept = new LinkedHashSet<>();
        forbidden().keySet().forEach(route -> kept.add(route.destination()));
        return kept.isEmpty() ? wish : wish.with(wish.settings().orElseThrow().without(kept));
    }

    /** Why not all that is wanted of routes can be. */
    Optional<Cause> trouble() {
        return forbidden().values().stream().findFirst();
    }

    /** Routes of the main table that may not be; those of a table of their own draw nothing away. */
    Map<Route, Cause> forbidden() {
        Map<Route, Cause> forbidden = new LinkedHashMap<>();
        for (IpRoute route : wish.settings().map(Settings::routes).orElse(List.of())) {
            if (!route.isDefault()) {
                against(route).ifPresent(cause -> forbidden.put(Settings.in(route, OptionalInt.empty()), cause));
            }
        }
        return forbidden;
    }

    private Optional<Cause> against(IpRoute route) {
        IpPrefix to = route.to();
        if (RouteBounds.isTooWide(to)) {
            return Optional.of(Cause.failed(
                    "route.width",
                    "wanted a route to " + to + " by " + name
                            + ", but that is for most of what this host sends; without"
                            + " a default route a destination has at least /" + RouteBounds.shortest(to.family())));
        }
        Optional<IpPrefix> special = RouteBounds.special(to);
        if (special.isPresent()) {
            return Optional.of(Cause.failed(
                    "route.width",
                    "wanted a route to " + to + " by " + name + ", but that overlaps " + special.get()
                            + ", which is for the host itself, a link or groups"));
        }
        return isOnAnother(to, this::isOwn) || isRouted(to)
                ? Optional.of(Cause.failed(
                        "route.overlap",
                        "wanted a route to " + to + " by " + name
                                + ", but that overlaps a network that another interface of this host has; choose"
                                + " a destination outside it"))
                : Optional.empty();
    }

    /** Why an address may not be on this host. */
    Optional<Cause> against(InterfaceAddress address) {
        IpPrefix to = address.network();
        return isOnAnother(to, netdev -> isOwn(netdev) || isKnown(netdev)) || isRouted(to)
                ? Optional.of(Cause.failed(
                        "address.overlap",
                        "wanted " + address + " on " + name + ", but its network overlaps one that this host has"
                                + " elsewhere, beside what the portal gave it; choose a prefix outside it"))
                : Optional.empty();
    }

    private static boolean meets(IpPrefix one, IpPrefix other) {
        return one.family() == other.family() && one.overlaps(other);
    }

    /** Few networks meet, so that is asked first. */
    private boolean isOnAnother(IpPrefix to, Predicate<NetdevView> passedOver) {
        return sight.host().knownNetdevs().stream()
                .filter(netdev -> netdev.configured().stream()
                        .anyMatch(address -> meets(address.address().network(), to)))
                .anyMatch(netdev -> !passedOver.test(netdev));
    }

    /** Also under a name that is not the right one any more. */
    private boolean isOwn(NetdevView netdev) {
        return isOwn(netdev.name());
    }

    private boolean isOwn(String device) {
        return device.equals(name.text())
                || sight.host().interfaces(wish.port(), wish.pkey(), wish.isParent()).stream()
                        .anyMatch(netdev -> netdev.name().equals(device));
    }

    /** The portal gave it, and keeps what it gives apart; or it is in the very same partition, and so in the same network. */
    private boolean isKnown(NetdevView netdev) {
        if (!netdev.ipoib()) {
            return false;
        }
        boolean samePartition = netdev.pkey().equals(Optional.of(wish.pkey()));
        return samePartition
                || targets()
                        .anyMatch(target ->
                                sight.host().interfaces(target.port(), target.pkey(), target.isParent()).stream()
                                        .anyMatch(ours -> ours.name().equals(netdev.name())));
    }

    private Stream<Wish.Target> targets() {
        return Stream.concat(
                sight.wants().present().stream().map(Wish.Present::target),
                sight.wants().memory().values().stream().map(Applied::target));
    }

    /**
     * Whether the host's own routes of the main table lead there. Those as wide as a default route do not count: everything
     * more special is meant to go elsewhere.
     */
    private boolean isRouted(IpPrefix to) {
        return sight.around().routes().found().orElse(Set.of()).stream()
                .filter(live -> live.route().table().isEmpty()
                        && meets(live.route().destination(), to)
                        && !RouteBounds.isTooWide(live.route().destination()))
                .anyMatch(live -> !isOwn(live.device()) && !isGoing(live) && !isLink(live) && !isGiven(live));
    }

    /** Its interface is about to go, and the route with it. */
    private boolean isGoing(LiveRoute live) {
        return !live.device().isEmpty() && sight.host().netdev(live.device()).isEmpty();
    }

    /** The portal gave it, and keeps that apart itself. */
    private boolean isGiven(LiveRoute live) {
        boolean remembered = sight.wants().memory().values().stream()
                .anyMatch(applied -> applied.name().equals(live.device())
                        && applied.beside().routes().contains(live.route()));
        return remembered
                || sight.wants().present().stream()
                        .anyMatch(other -> Footing.of(other, sight.host()) instanceof Footing.Firm ground
                                && ground.name().text().equals(live.device())
                                && other.settings()
                                        .filter(settings -> settings.extras(other.kind(), other.addresses())
                                                .routes()
                                                .contains(live.route()))
                                        .isPresent());
    }

    /** The kernel's own route for an address; addresses are judged by themselves. */
    private boolean isLink(LiveRoute live) {
        return live.route().gateway().isEmpty()
                && sight.host()
                        .netdev(live.device())
                        .filter(netdev -> netdev.configured().stream()
                                .anyMatch(address -> address.address()
                                        .network()
                                        .equals(live.route().destination())))
                        .isPresent();
    }

    /** What stands in the way already: ours by memory, or there. */
    boolean stands(Optional<Applied> memory) {
        return forbidden().keySet().stream()
                .anyMatch(route -> sight.around().has(route, name.text())
                        || memory.filter(known -> known.beside().routes().contains(route))
                                .isPresent());
    }

    /** The least that has to be done, whatever else has to wait. */
    List<Step> out() {
        return forbidden().keySet().stream()
                .filter(route -> sight.around().has(route, name.text()))
                .<Step>map(route -> new Step.RemoveRoute(name, route))
                .toList();
    }

    /** Routes that could not be read leave it open whether an address that is to come is in the host's way. */
    Optional<Cause> unreadable() {
        return sight.around().routes() instanceof Reading.Unreadable<?> unreadable
                ? Optional.of(Cause.unreadable(unreadable.reason()))
                : Optional.empty();
    }
}
