package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpFamily;
import java.util.ArrayList;
import java.util.List;

/** Argument vectors for what an interface has beside itself. */
final class RoutingCommands {
    private RoutingCommands() {}

    static Command route(String verb, InterfaceName name, Route route) {
        List<String> argv = words(
                "ip",
                family(route.destination().family()),
                "route",
                verb,
                route.destination().toString());
        route.gateway().ifPresent(via -> argv.addAll(List.of("via", via.toString())));
        argv.addAll(List.of("dev", name.text()));
        route.metric().ifPresent(metric -> argv.addAll(List.of("metric", Integer.toString(metric))));
        route.table().ifPresent(table -> argv.addAll(List.of("table", Integer.toString(table))));
        return Command.of(argv.toArray(String[]::new));
    }

    static Command rule(String verb, PolicyRule rule) {
        List<String> argv =
                words("ip", family(rule.family()), "rule", verb, "priority", Integer.toString(rule.priority()));
        rule.from().ifPresent(from -> argv.addAll(List.of("from", from.toString())));
        rule.to().ifPresent(to -> argv.addAll(List.of("to", to.toString())));
        argv.addAll(List.of("lookup", Integer.toString(rule.table())));
        return Command.of(argv.toArray(String[]::new));
    }

    /** An empty word clears the list. */
    static Command resolver(String what, InterfaceName name, List<String> values) {
        List<String> argv = words("resolvectl", what, name.text());
        argv.addAll(values.isEmpty() ? List.of("") : values);
        return Command.of(argv.toArray(String[]::new));
    }

    private static String family(IpFamily family) {
        return family == IpFamily.IPV4 ? "-4" : "-6";
    }

    private static List<String> words(String... words) {
        return new ArrayList<>(List.of(words));
    }
}
