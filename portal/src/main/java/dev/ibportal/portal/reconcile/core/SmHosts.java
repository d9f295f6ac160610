package dev.ibportal.portal.reconcile.core;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** All hosts with a subnet manager of one fabric, the one named first at the front, as they were heard last. */
public record SmHosts(List<Host> hosts) {
    private static final String RUNNING = "running";

    public SmHosts {
        hosts = List.copyOf(hosts);
    }

    /**
     * @param state running, not_running or unknown
     * @param master whether its subnet manager rules
     * @param reason why it does not run, or is not known to; empty: it runs
     * @param isSame whether it has the newest configuration, as told and as its file shows
     */
    public record Host(UUID node, String name, String state, boolean master, String reason, boolean isSame) {}

    /** The fabric is ruled when any of them says so; it is not ruled only when all of them say so. */
    public String state() {
        if (hosts.stream().anyMatch(host -> host.state().equals(RUNNING))) {
            return RUNNING;
        }
        boolean none =
                !hosts.isEmpty() && hosts.stream().allMatch(host -> host.state().equals("not_running"));
        return none ? "not_running" : "unknown";
    }

    /** Empty when the fabric is ruled. */
    public String reason() {
        String state = state();
        return state.equals(RUNNING)
                ? ""
                : hosts.stream()
                        .filter(host -> host.state().equals(state))
                        .findFirst()
                        .map(Host::reason)
                        .orElse("");
    }

    /** Whether this one speaks for the fabric: it rules; or none is known to, and it was named first. */
    public boolean leads(UUID node) {
        Optional<Host> master = hosts.stream().filter(Host::master).findFirst();
        return master.or(() -> hosts.stream().findFirst())
                .map(host -> host.node().equals(node))
                .orElse(false);
    }

    /**
     * Those that could still bring an older configuration back by taking over. What is gone from a table is not gone for
     * good before there are none.
     */
    public List<String> behind() {
        return hosts.stream().filter(host -> !host.isSame()).map(Host::name).toList();
    }
}
