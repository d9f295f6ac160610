package dev.ibportal.portal.session.core;

import dev.ibportal.agent.v1.HostProfile;
import dev.ibportal.agent.v1.HostSettings;
import dev.ibportal.agent.v1.Route;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.IpRoute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a partition wants of the host of one of its interfaces.
 *
 * @param table of the interface's own; null: no source routing
 * @param profile whether the kernel settings that IPoIB hosts need are wanted
 */
public record HostWishes(
        List<IpRoute> routes,
        @Nullable Integer table,
        List<String> dnsServers,
        List<String> dnsSearch,
        boolean profile) {
    public HostWishes {
        routes = List.copyOf(routes);
        dnsServers = List.copyOf(dnsServers);
        dnsSearch = List.copyOf(dnsSearch);
    }

    /** @param addresses that the interface should have: a next hop outside their networks could not be reached */
    HostSettings message(List<InterfaceAddress> addresses) {
        HostSettings.Builder message = HostSettings.newBuilder()
                .addAllDnsServers(dnsServers)
                .addAllDnsSearch(dnsSearch)
                .setProfile(profile ? HostProfile.HOST_PROFILE_IPOIB : HostProfile.HOST_PROFILE_NONE);
        if (table != null) {
            message.setSourceTable(table);
        }
        routes.stream()
                .filter(route -> isReachable(route, addresses))
                .forEach(route -> message.addRoutes(route(route)));
        return message.build();
    }

    private static boolean isReachable(IpRoute route, List<InterfaceAddress> addresses) {
        return addresses.stream()
                .map(InterfaceAddress::network)
                .filter(network -> network.family() == route.to().family())
                .anyMatch(network -> route.via().isEmpty() || reaches(network, route));
    }

    private static boolean reaches(IpPrefix network, IpRoute route) {
        return route.via().filter(network::contains).isPresent();
    }

    private static Route route(IpRoute route) {
        Route.Builder message = Route.newBuilder().setTo(route.to().toString());
        route.via().ifPresent(via -> message.setVia(via.toString()));
        route.metric().ifPresent(message::setMetric);
        return message.build();
    }
}
