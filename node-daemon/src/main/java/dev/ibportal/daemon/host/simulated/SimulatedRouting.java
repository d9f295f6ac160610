package dev.ibportal.daemon.host.simulated;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code ip route} and {@code ip rule} of a simulated host. Guarded by itself. */
final class SimulatedRouting {
    private static final String MAIN = "main";

    private final SimulatedKernel kernel;
    private final Set<Entry> routes = new LinkedHashSet<>();
    private final Set<Rule> rules = new LinkedHashSet<>();

    SimulatedRouting(SimulatedKernel kernel) {
        this.kernel = kernel;
    }

    private record Entry(IpPrefix to, String via, String device, String metric, String table) {
        boolean collides(Entry other) {
            return to.equals(other.to) && metric.equals(other.metric) && table.equals(other.table);
        }
    }

    private record Rule(int priority, IpPrefix from, String table) {}

    /** @param words all that follows {@code route} or {@code rule} */
    synchronized String run(IpFamily family, String object, List<String> words) throws SimulatedKernel.Refusal {
        prune();
        String verb = words.isEmpty() ? "show" : words.get(0);
        if (object.equals("rule")) {
            return verb.equals("show") ? showRules(family) : rule(verb, words);
        }
        if (verb.equals("get")) {
            return wayTo(IpAddress.parse(words.get(1)));
        }
        return verb.equals("show") ? showRoutes(family) : route(verb, words);
    }

    /** By a rule's table first, then by the longest prefix of the main one and of the interfaces' own networks. */
    private String wayTo(IpAddress target) throws SimulatedKernel.Refusal {
        Stream<Entry> connected = kernel.netdevs().stream()
                .filter(netdev -> netdev.up)
                .flatMap(netdev -> netdev.addresses.stream()
                        .map(address -> new Entry(address.network(), "", netdev.name, "", MAIN)));
        Set<String> tables = rules.stream()
                .filter(rule -> rule.from().length() == 0)
                .map(Rule::table)
                .collect(Collectors.toSet());
        Entry way = Stream.concat(routes.stream(), connected)
                .filter(entry -> entry.to().contains(target))
                .filter(entry -> entry.table().equals(MAIN) || tables.contains(entry.table()))
                .max(Comparator.comparing((Entry entry) -> !entry.table().equals(MAIN))
                        .thenComparing(entry -> entry.to().length()))
                .orElseThrow(() -> new SimulatedKernel.Refusal(2, "RTNETLINK answers: Network is unreachable"));
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        ObjectNode node = array.addObject().put("dst", target.toString()).put("dev", way.device());
        kernel.find(way.device())
                .flatMap(netdev -> netdev.addresses.stream()
                        .filter(own -> own.address().family() == target.family())
                        .findFirst())
                .ifPresent(own -> node.put("prefsrc", own.address().toString()));
        return array + "\n";
    }

    /** Routes go with their interface, and when it goes down. */
    synchronized void prune() {
        routes.removeIf(
                route -> kernel.find(route.device()).filter(netdev -> netdev.up).isEmpty());
    }

    private String route(String verb, List<String> words) throws SimulatedKernel.Refusal {
        Map<String, String> named = named(words.subList(2, words.size()));
        Entry entry = new Entry(
                prefix(words.get(1)),
                named.getOrDefault("via", ""),
                named.getOrDefault("dev", ""),
                named.getOrDefault("metric", ""),
                named.getOrDefault("table", MAIN));
        if (kernel.find(entry.device()).isEmpty()) {
            throw new SimulatedKernel.Refusal(1, "Cannot find device \"" + entry.device() + "\"");
        }
        if (verb.equals("del")) {
            if (!routes.remove(entry)) {
                throw new SimulatedKernel.Refusal(2, "RTNETLINK answers: No such process");
            }
            return "";
        }
        requireReachable(entry);
        if (routes.stream().anyMatch(entry::collides)) {
            throw new SimulatedKernel.Refusal(2, "RTNETLINK answers: File exists");
        }
        routes.add(entry);
        return "";
    }

    private void requireReachable(Entry entry) throws SimulatedKernel.Refusal {
        SimulatedNetdev device = kernel.find(entry.device()).orElseThrow();
        if (!device.up) {
            throw new SimulatedKernel.Refusal(2, "Error: Device for nexthop is not up.");
        }
        if (!entry.via().isEmpty()) {
            IpAddress via = IpAddress.parse(entry.via());
            if (device.addresses.stream().noneMatch(address -> address.network().contains(via))) {
                throw new SimulatedKernel.Refusal(2, "Error: Nexthop has invalid gateway.");
            }
        }
    }

    private String rule(String verb, List<String> words) throws SimulatedKernel.Refusal {
        Map<String, String> named = named(words.subList(1, words.size()));
        Rule rule = new Rule(
                Integer.parseInt(named.getOrDefault("priority", "0")),
                prefix(named.getOrDefault("from", "")),
                named.getOrDefault("lookup", named.getOrDefault("table", MAIN)));
        boolean changed = verb.equals("del") ? rules.remove(rule) : rules.add(rule);
        if (!changed) {
            throw new SimulatedKernel.Refusal(
                    2, "RTNETLINK answers: " + (verb.equals("del") ? "No such file or directory" : "File exists"));
        }
        return "";
    }

    private static Map<String, String> named(List<String> words) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            named.put(words.get(i), words.get(i + 1));
        }
        return named;
    }

    private static IpPrefix prefix(String text) throws SimulatedKernel.Refusal {
        try {
            return text.contains("/")
                    ? IpPrefix.parse(text)
                    : IpPrefix.parse(text + (text.contains(":") ? "/128" : "/32"));
        } catch (InvalidValueException e) {
            throw new SimulatedKernel.Refusal(1, "Error: any valid prefix is expected rather than \"" + text + "\".");
        }
    }

    private String showRoutes(IpFamily family) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (Entry entry : routes) {
            if (entry.to().family() == family) {
                ObjectNode node = array.addObject().put("dst", text(entry.to()));
                if (!entry.via().isEmpty()) {
                    node.put("gateway", entry.via());
                }
                node.put("dev", entry.device());
                if (!entry.table().equals(MAIN)) {
                    node.put("table", entry.table());
                }
                metric(node, entry.metric());
            }
        }
        kernel.netdevs().stream().filter(netdev -> netdev.up).forEach(netdev -> connected(array, netdev, family));
        return array + "\n";
    }

    private static void metric(ObjectNode node, String metric) {
        if (!metric.isEmpty()) {
            node.put("metric", Integer.parseInt(metric));
        }
        node.putArray("flags");
    }

    private static void connected(ArrayNode array, SimulatedNetdev netdev, IpFamily family) {
        for (InterfaceAddress address : netdev.addresses) {
            if (address.address().family() == family) {
                ObjectNode node = array.addObject()
                        .put("dst", text(address.network()))
                        .put("dev", netdev.name)
                        .put("protocol", "kernel");
                metric(node, family == IpFamily.IPV6 ? "256" : "");
            }
        }
    }

    private String showRules(IpFamily family) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        array.addObject().put("priority", 0).put("src", "all").put("table", "local");
        for (Rule rule : rules) {
            if (rule.from().family() == family) {
                array.addObject()
                        .put("priority", rule.priority())
                        .put("src", text(rule.from()))
                        .put("table", rule.table());
            }
        }
        array.addObject().put("priority", 32766).put("src", "all").put("table", MAIN);
        return array + "\n";
    }

    /** The default by its name, a host without its length: as iproute2 prints them. */
    private static String text(IpPrefix prefix) {
        if (prefix.length() == 0) {
            return "default";
        }
        return prefix.length() == prefix.family().bits() ? prefix.address().toString() : prefix.toString();
    }

    synchronized void clear() {
        routes.clear();
        rules.clear();
    }
}
