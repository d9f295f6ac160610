package dev.ibportal.daemon.host.simulated;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** {@code sysctl} with the few settings that matter to IPoIB hosts. */
final class SimulatedSysctl {
    private static final Map<String, String> OF_INTERFACES =
            Map.of("rp_filter", "0", "arp_ignore", "0", "arp_announce", "0");
    private static final Map<String, String> OF_NEIGHBOURS =
            Map.of("gc_thresh1", "128", "gc_thresh2", "512", "gc_thresh3", "1024");

    private final SimulatedKernel kernel;
    private final Map<String, String> changed = new ConcurrentHashMap<>();

    SimulatedSysctl(SimulatedKernel kernel) {
        this.kernel = kernel;
    }

    synchronized CommandResult run(Command command) {
        List<String> argv = command.argv();
        boolean writes = argv.get(1).equals("-w");
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        for (String word : argv.subList(writes ? 2 : 1, argv.size())) {
            String key = writes ? word.substring(0, word.indexOf('=')) : word;
            Optional<String> value = value(key);
            if (value.isEmpty()) {
                err.append("sysctl: cannot stat /proc/sys/").append(key).append(": No such file or directory\n");
                continue;
            }
            if (writes) {
                changed.put(key, word.substring(word.indexOf('=') + 1));
            }
            out.append(swapped(key))
                    .append(" = ")
                    .append(value(key).orElseThrow())
                    .append('\n');
        }
        return CommandResult.exited(command, err.isEmpty() ? 0 : 255, out.toString(), err.toString());
    }

    private Optional<String> value(String key) {
        String[] parts = key.split("/");
        String last = parts[parts.length - 1];
        if (key.contains("/neigh/default/")) {
            return Optional.ofNullable(OF_NEIGHBOURS.get(last)).map(usual -> changed.getOrDefault(key, usual));
        }
        if (key.equals("net/ipv4/icmp_echo_ignore_all") || key.startsWith("net/ipv4/conf/all/")) {
            return Optional.of(changed.getOrDefault(key, "0"));
        }
        boolean known = key.startsWith("net/ipv4/conf/") && parts.length == 5 && OF_INTERFACES.containsKey(last);
        if (!known || kernel.find(parts[3]).isEmpty()) {
            changed.remove(key);
            return Optional.empty();
        }
        return Optional.of(changed.getOrDefault(key, OF_INTERFACES.getOrDefault(last, "")));
    }

    /** An interface is gone, and its settings with it. Called under the kernel's lock, so it takes none of its own. */
    void forget(String netdev) {
        changed.keySet().removeIf(key -> key.startsWith("net/ipv4/conf/" + netdev + "/"));
    }

    private static String swapped(String key) {
        StringBuilder name = new StringBuilder(key.length());
        key.chars().forEach(c -> name.append(c == '.' ? '/' : c == '/' ? '.' : (char) c));
        return name.toString();
    }

    synchronized void clear() {
        changed.clear();
    }
}
