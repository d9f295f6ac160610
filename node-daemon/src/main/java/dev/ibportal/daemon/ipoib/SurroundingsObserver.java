package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Host;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.HostView;
import dev.ibportal.daemon.ipoib.Surroundings.LiveRoute;
import dev.ibportal.daemon.ipoib.persist.NameService;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Looks at routes, rules, kernel settings and name servers, and at none that nobody asked for. */
final class SurroundingsObserver {
    private static final String RESOLVER = "resolvectl";

    private final Host host;

    SurroundingsObserver(Host host) {
        this.host = host;
    }

    /** Routes that are asked for before it is known whether anybody needs them: so far all that was asked was needed. */
    record Begun(Map<IpFamily, Supplier<CommandResult>> routes) {
        static final Begun NONE = new Begun(Map.of());
    }

    Begun begin(Set<IpFamily> coming) {
        Map<IpFamily, Supplier<CommandResult>> routes = new LinkedHashMap<>();
        coming.forEach(family -> routes.put(family, host.commands().begin(routes(family))));
        return new Begun(routes);
    }

    private static Command routes(IpFamily family) {
        return ip(family, "route", "show", "table", "all");
    }

    Surroundings look(Wants wants, HostView view, Begun begun) {
        Set<IpFamily> routed = new TreeSet<>();
        Set<IpFamily> ruled = new TreeSet<>();
        Set<String> keys = new TreeSet<>();
        Set<String> named = new TreeSet<>();
        wants.parts(view).forEach(part -> {
            part.routes().stream().map(route -> route.destination().family()).forEach(routed::add);
            part.rules().stream().map(PolicyRule::family).forEach(ruled::add);
            keys.addAll(part.sysctls());
            if (part.names()) {
                named.add(part.device());
            }
        });
        Map<String, Reading<String>> settings = new LinkedHashMap<>();
        keys.stream().filter(Queues::isKey).forEach(key -> settings.put(key, Queues.read(key, host.sysfs())));
        keys.removeAll(settings.keySet());
        if (!keys.isEmpty()) {
            settings.putAll(sysctls(keys));
        }
        Set<IpFamily> seen = new TreeSet<>(routed);
        seen.addAll(wants.comingFamilies(view));
        return new Surroundings(routes(seen, begun), routed, rules(ruled), settings, names(named));
    }

    /** Of all tables. */
    private Reading<Set<LiveRoute>> routes(Set<IpFamily> families, Begun begun) {
        Reading<Set<LiveRoute>> all = Reading.known(Set.of());
        for (IpFamily family : families) {
            CommandResult answer = begun.routes()
                    .getOrDefault(family, () -> host.commands().run(routes(family)))
                    .get();
            all = all.flatMap(before -> RoutingJson.routes(answer, family).map(more -> union(before, more)));
        }
        return all;
    }

    /** Of all tables and both families, whosever they are. */
    List<RoutingJson.Restorable> restorable() {
        List<RoutingJson.Restorable> all = new ArrayList<>();
        for (IpFamily family : IpFamily.values()) {
            CommandResult answer = host.commands().run(routes(family));
            all.addAll(RoutingJson.restorable(answer, family));
        }
        return all;
    }

    private Reading<Set<PolicyRule>> rules(Set<IpFamily> families) {
        Reading<Set<PolicyRule>> all = Reading.known(Set.of());
        for (IpFamily family : families) {
            CommandResult answer = host.commands().run(ip(family, "rule"));
            all = all.flatMap(before -> RoutingJson.rules(answer, family).map(more -> union(before, more)));
        }
        return all;
    }

    private static Command ip(IpFamily family, String... words) {
        List<String> argv = new ArrayList<>(List.of("ip", "-j", family == IpFamily.IPV4 ? "-4" : "-6"));
        argv.addAll(Arrays.asList(words));
        return Command.of(argv.toArray(String[]::new));
    }

    private static <T> Set<T> union(Set<T> one, Set<T> other) {
        Set<T> both = new HashSet<>(one);
        both.addAll(other);
        return both;
    }

    /** One process for all. It names a key with dots for slashes and slashes for dots. */
    private Map<String, Reading<String>> sysctls(Set<String> keys) {
        List<String> argv = new ArrayList<>(List.of("sysctl"));
        argv.addAll(keys);
        CommandResult answer = host.commands().run(Command.of(argv.toArray(String[]::new)));
        Map<String, String> shown = new LinkedHashMap<>();
        answer.stdout().lines().forEach(line -> {
            int equals = line.indexOf(" = ");
            if (equals > 0) {
                shown.put(
                        swapped(line.substring(0, equals)),
                        line.substring(equals + 3).strip());
            }
        });
        Map<String, Reading<String>> all = new LinkedHashMap<>();
        for (String key : keys) {
            String value = shown.get(key);
            all.put(key, value == null ? unseen(key, answer) : Reading.known(value));
        }
        return all;
    }

    private static Reading<String> unseen(String key, CommandResult answer) {
        boolean notThere = answer.stderr()
                .lines()
                .anyMatch(line -> line.contains("/" + key + ":") && line.contains("No such file"));
        return notThere ? Reading.missing() : Reading.unreadable("kernel setting " + key + ": " + answer.describe());
    }

    private static String swapped(String name) {
        StringBuilder key = new StringBuilder(name.length());
        name.chars().forEach(c -> key.append(c == '.' ? '/' : c == '/' ? '.' : (char) c));
        return key.toString();
    }

    private Map<String, Reading<NameService>> names(Set<String> devices) {
        Map<String, Reading<NameService>> all = new LinkedHashMap<>();
        if (!host.commands().knows(RESOLVER)) {
            return all;
        }
        for (String device : devices) {
            CommandResult servers = host.commands().run(Command.of(RESOLVER, "dns", device));
            CommandResult domains = host.commands().run(Command.of(RESOLVER, "domain", device));
            all.put(device, words(servers).flatMap(dns -> words(domains).flatMap(search -> service(dns, search))));
        }
        return all;
    }

    /** {@code Link 5 (ib0.8001): 10.1.0.53 10.1.0.54}. */
    private static Reading<List<String>> words(CommandResult answer) {
        if (!answer.succeeded()) {
            return Reading.unreadable(answer.describe());
        }
        String line = answer.stdout().strip();
        int colon = line.indexOf("):");
        String rest = colon < 0 ? "" : line.substring(colon + 2).strip();
        return Reading.known(rest.isEmpty() ? List.of() : List.of(rest.split("\\s+")));
    }

    private static Reading<NameService> service(List<String> servers, List<String> search) {
        try {
            return Reading.known(
                    new NameService(servers.stream().map(IpAddress::parse).toList(), search));
        } catch (InvalidValueException e) {
            return Reading.unreadable(RESOLVER + " shows what is no name server or domain: " + e.offending());
        }
    }

    /** What one interface has, or should have, beside itself. */
    record Part(String device, Set<Route> routes, Set<PolicyRule> rules, Set<String> sysctls, boolean names) {}
}
