package dev.ibportal.daemon.host.simulated;

import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpMtu;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Modules and interfaces of a simulated host, with the answers of the real kernel. Guarded by itself. */
final class SimulatedKernel {
    static final String RELEASE = "6.1.0-41-amd64";

    private static final String IPOIB = "ib_ipoib";

    private final List<SimulatedAdapter> adapters;
    private final Map<String, SimulatedNetdev> netdevs = new LinkedHashMap<>();
    private final Set<String> modules = new TreeSet<>(List.of("ib_core", "ib_umad", "mlx5_core", "mlx5_ib"));
    private final List<Consumer<String>> mourners = new ArrayList<>();
    private int lastIndex = 1;

    SimulatedKernel(List<SimulatedAdapter> adapters) {
        this.adapters = List.copyOf(adapters);
    }

    /** Called with the name of each interface that goes. */
    void whenGone(Consumer<String> mourner) {
        mourners.add(mourner);
    }

    private void gone(String netdev) {
        mourners.forEach(mourner -> mourner.accept(netdev));
    }

    /** What the kernel says no with, in the words of iproute2. */
    static final class Refusal extends Exception {
        private static final long serialVersionUID = 1L;

        final int exitCode;

        Refusal(int exitCode, String text) {
            super(text, null, false, false);
            this.exitCode = exitCode;
        }
    }

    List<SimulatedAdapter> adapters() {
        return adapters;
    }

    synchronized Set<String> modules() {
        return new TreeSet<>(modules);
    }

    synchronized List<SimulatedNetdev> netdevs() {
        return List.copyOf(netdevs.values());
    }

    synchronized void loadIpoib() {
        if (modules.add(IPOIB)) {
            adapters.stream()
                    .filter(adapter -> !adapter.port().state().ethernet())
                    .forEach(adapter -> put(adapter.netdev(), adapter, Optional.empty(), PKey.DEFAULT));
        }
    }

    /** Everything of IPoIB goes with the module. */
    synchronized void unloadIpoib() {
        modules.remove(IPOIB);
        netdevs.keySet().forEach(this::gone);
        netdevs.clear();
    }

    private SimulatedNetdev put(String name, SimulatedAdapter adapter, Optional<SimulatedNetdev> parent, PKey pkey) {
        SimulatedNetdev netdev = new SimulatedNetdev(name, ++lastIndex, adapter, parent, pkey);
        netdevs.put(name, netdev);
        return netdev;
    }

    synchronized SimulatedNetdev addChild(String parent, String name, PKey pkey, IpoibMode mode) throws Refusal {
        if (!modules.contains(IPOIB)) {
            throw new Refusal(2, "Error: Unknown device type.");
        }
        if (parent.equals("lo")) {
            throw new Refusal(2, "RTNETLINK answers: No such device");
        }
        SimulatedNetdev below = get(parent);
        if (netdevs.containsKey(name)) {
            throw new Refusal(2, "RTNETLINK answers: File exists");
        }
        if (below.parent.isPresent()) {
            throw new Refusal(2, "RTNETLINK answers: Invalid argument");
        }
        SimulatedNetdev child = put(name, below.adapter, Optional.of(below), pkey);
        if (!child.setMode(mode)) {
            netdevs.remove(name);
            throw new Refusal(2, "RTNETLINK answers: Invalid argument");
        }
        return child;
    }

    synchronized void delete(String name) throws Refusal {
        if (get(name).parent.isEmpty()) {
            throw new Refusal(2, "RTNETLINK answers: Operation not supported");
        }
        netdevs.remove(name);
        gone(name);
    }

    synchronized void rename(String name, String to) throws Refusal {
        SimulatedNetdev netdev = get(name);
        if (netdev.up) {
            throw new Refusal(2, "RTNETLINK answers: Device or resource busy");
        }
        netdevs.remove(name);
        gone(name);
        netdev.name = to;
        netdevs.put(to, netdev);
    }

    synchronized void setUp(String name, boolean up) throws Refusal {
        SimulatedNetdev netdev = get(name);
        netdev.setUp(up);
        // Parents take their children with them, in both directions.
        netdevs.values().stream()
                .filter(child -> child.parent.equals(Optional.of(netdev)))
                .forEach(child -> child.setUp(up));
    }

    synchronized void setMtu(String name, int mtu) throws Refusal {
        SimulatedNetdev netdev = get(name);
        if (mtu > IpMtu.CONNECTED_MAX) {
            throw new Refusal(2, "Error: mtu greater than device maximum.");
        }
        if (!netdev.setMtu(mtu)) {
            throw new Refusal(2, "RTNETLINK answers: Invalid argument");
        }
    }

    synchronized void setQueueLength(String name, int packets) throws Refusal {
        get(name).queueLength = packets;
    }

    /** Children share their parent's, so with children it is fixed. */
    synchronized void setChannels(String name, int channels) throws Refusal {
        SimulatedNetdev netdev = get(name);
        boolean held = netdev.parent.isPresent()
                || netdevs.values().stream().anyMatch(child -> child.parent.equals(Optional.of(netdev)));
        if (held) {
            throw new Refusal(1, "netlink error: Operation not supported");
        }
        netdev.channels = channels;
    }

    synchronized void setMode(String name, IpoibMode mode) throws Refusal {
        if (!get(name).setMode(mode)) {
            throw new Refusal(2, "RTNETLINK answers: Invalid argument");
        }
    }

    synchronized void addAddress(String name, InterfaceAddress address) throws Refusal {
        SimulatedNetdev netdev = get(name);
        if (netdev.addresses.contains(address)) {
            throw new Refusal(2, "Error: ipv4: Address already assigned.");
        }
        netdev.addresses.add(address);
    }

    synchronized void deleteAddress(String name, InterfaceAddress address) throws Refusal {
        if (!get(name).addresses.remove(address)) {
            throw new Refusal(2, "Error: ipv4: Address not found.");
        }
    }

    synchronized Optional<SimulatedNetdev> find(String name) {
        return Optional.ofNullable(netdevs.get(name));
    }

    private SimulatedNetdev get(String name) throws Refusal {
        SimulatedNetdev netdev = netdevs.get(name);
        if (netdev == null) {
            throw new Refusal(1, "Cannot find device \"" + name + "\"");
        }
        return netdev;
    }
}
