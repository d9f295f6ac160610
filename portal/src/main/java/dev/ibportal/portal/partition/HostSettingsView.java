package dev.ibportal.portal.partition;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a partition's interfaces need of their hosts. */
public record HostSettingsView(
        List<RouteView> routes,
        boolean sourceRouting,
        List<String> dnsServers,
        List<String> dnsSearch,
        String profile,
        int version) {
    static final HostSettingsView NONE = new HostSettingsView(List.of(), false, List.of(), List.of(), "none", 0);

    public record RouteView(
            String to, @Nullable String via, @Nullable Integer metric) {
        @Override
        public String toString() {
            return to + (via == null ? "" : " via " + via) + (metric == null ? "" : " metric " + metric);
        }
    }

    /** Public for the templates. */
    public boolean isEmpty() {
        return routes.isEmpty()
                && !sourceRouting
                && dnsServers.isEmpty()
                && dnsSearch.isEmpty()
                && profile.equals("none");
    }
}
