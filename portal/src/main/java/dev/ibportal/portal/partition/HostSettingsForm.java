package dev.ibportal.portal.partition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a partition's interfaces need of their hosts, as somebody wants it, whole and unread.
 *
 * @param routes absent: none
 * @param sourceRouting whether each interface answers by itself, with a routing table of its own; absent: false
 * @param dnsServers absent: none
 * @param dnsSearch absent: none
 * @param profile {@code none} or {@code ipoib}; absent: none
 */
public record HostSettingsForm(
        @Nullable List<RouteForm> routes,
        @Nullable Boolean sourceRouting,
        @Nullable List<String> dnsServers,
        @Nullable List<String> dnsSearch,
        @Nullable String profile) {

    /**
     * @param to destination, for example {@code 10.9.0.0/16}
     * @param via next hop in a pool of the partition; absent: the destination is on the link
     * @param metric absent: 1024
     */
    public record RouteForm(
            @Nullable String to,
            @Nullable String via,
            @Nullable Integer metric) {}
}
