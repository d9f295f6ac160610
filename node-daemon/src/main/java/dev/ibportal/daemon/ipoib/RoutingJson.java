package dev.ibportal.daemon.ipoib;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.ipoib.Surroundings.LiveRoute;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads what {@code ip -j route} and {@code ip -j rule} print (iproute2 6.1 to 7.3). Of kinds that we never make, such as
 * unreachable ones or those with several next hops, only the destination is told: they are nobody's of ours.
 */
final class RoutingJson {
    private static final Set<String> SELF_MADE = Set.of("kernel", "ra", "redirect");

    private static final Set<String> METRICS =
            Set.of("mtu", "advmss", "window", "rtt", "initcwnd", "initrwnd", "hoplimit");

    private RoutingJson() {}

    static Reading<Set<LiveRoute>> routes(CommandResult answer, IpFamily family) {
        return array(answer).map(array -> {
            Set<LiveRoute> routes = new HashSet<>();
            array.forEach(node -> route(node, family).ifPresent(routes::add));
            return routes;
        });
    }

    /** A route of whomever, and what brings it back with all that it has. */
    record Restorable(String device, Optional<String> destination, boolean onLink, Command command) {}

    /** Not those of the kernel and of router advertisements, which come by themselves. */
    static List<Restorable> restorable(CommandResult answer, IpFamily family) {
        List<Restorable> all = new ArrayList<>();
        array(answer)
                .found()
                .ifPresent(array -> array.forEach(node -> {
                    String protocol = node.path("protocol").asText("boot");
                    boolean plain = node.path("type").asText("unicast").equals("unicast")
                            && node.hasNonNull("dev")
                            && node.path("dst").isTextual();
                    if (plain && !SELF_MADE.contains(protocol)) {
                        all.add(restorable(node, family));
                    }
                }));
        return all;
    }

    private static Restorable restorable(JsonNode node, IpFamily family) {
        String destination = node.path("dst").asText();
        List<String> argv =
                new ArrayList<>(List.of("ip", family == IpFamily.IPV4 ? "-4" : "-6", "route", "add", destination));
        word(argv, "via", node.path("gateway"));
        if (node.has("via")) {
            argv.addAll(List.of(
                    "via",
                    node.path("via").path("family").asText(),
                    node.path("via").path("host").asText()));
        }
        word(argv, "dev", node.path("dev"));
        for (String name : List.of("table", "metric", "scope")) {
            word(argv, name, node.path(name));
        }
        word(argv, "proto", node.path("protocol"));
        word(argv, "src", node.path("prefsrc"));
        for (JsonNode metrics : node.path("metrics")) {
            metrics.properties().stream()
                    .filter(one -> METRICS.contains(one.getKey()))
                    .forEach(one -> word(argv, one.getKey(), one.getValue()));
        }
        if (!node.path("pref").asText("medium").equals("medium")) {
            word(argv, "pref", node.path("pref"));
        }
        for (JsonNode flag : node.path("flags")) {
            if (flag.asText().equals("onlink")) {
                argv.add("onlink");
            }
        }
        boolean onLink = !node.has("gateway") && !node.has("via");
        return new Restorable(
                node.path("dev").asText(),
                destination.equals("default") ? Optional.empty() : Optional.of(destination),
                onLink,
                Command.of(argv.toArray(String[]::new)));
    }

    private static void word(List<String> argv, String name, JsonNode value) {
        if (value.isTextual() || value.isNumber()) {
            argv.addAll(List.of(name, value.asText()));
        }
    }

    static Reading<Set<PolicyRule>> rules(CommandResult answer, IpFamily family) {
        return array(answer).map(array -> {
            Set<PolicyRule> rules = new HashSet<>();
            array.forEach(node -> rule(node, family).ifPresent(rules::add));
            return rules;
        });
    }

    private static Reading<JsonNode> array(CommandResult answer) {
        if (!answer.succeeded()) {
            return Reading.unreadable(answer.describe());
        }
        if (answer.stdout().isBlank()) {
            // What some versions print for an empty list.
            return Reading.known(Json.array());
        }
        try {
            JsonNode array = Json.parse(answer.stdout());
            return array.isArray()
                    ? Reading.known(array)
                    : Reading.unreadable("«" + answer.command() + "» printed no JSON array");
        } catch (JsonProcessingException e) {
            return Reading.unreadable("«" + answer.command() + "» printed broken JSON: " + e.getOriginalMessage());
        }
    }

    /** Of several next hops, or of none where packets are refused: by no device, so nobody's of ours, but it leads somewhere. */
    private static Optional<LiveRoute> route(JsonNode node, IpFamily family) {
        boolean plain = node.path("type").asText("unicast").equals("unicast");
        String device = plain ? node.path("dev").asText("") : "";
        try {
            Route route = new Route(
                    prefix(node.path("dst").asText(""), "", family),
                    node.has("gateway")
                            ? Optional.of(IpAddress.parse(node.path("gateway").asText()))
                            : Optional.empty(),
                    table(node.path("table").asText("main")),
                    number(node.path("metric")));
            return Optional.of(new LiveRoute(route, device));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    private static Optional<PolicyRule> rule(JsonNode node, IpFamily family) {
        try {
            OptionalInt table = table(node.path("table").asText("main"));
            String source = node.path("src").asText("all");
            boolean plain = node.path("dst").asText("all").equals("all") && !node.has("fwmark") && !node.has("iif");
            if (table.isEmpty() || source.equals("all") || !plain) {
                return Optional.empty();
            }
            return Optional.of(new PolicyRule(
                    Optional.of(prefix(source, node.path("srclen").asText(""), family)),
                    Optional.empty(),
                    table.getAsInt(),
                    node.path("priority").asInt(-1)));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    /** {@code default}, {@code 10.9.0.0/16}, or a host without its length. */
    private static IpPrefix prefix(String text, String length, IpFamily family) {
        if (text.equals("default")) {
            return IpPrefix.parse(family == IpFamily.IPV4 ? "0.0.0.0/0" : "::/0");
        }
        if (text.contains("/")) {
            return IpPrefix.parse(text);
        }
        return IpPrefix.parse(text + "/" + (length.isEmpty() ? Integer.toString(family.bits()) : length));
    }

    /** Empty for the main table; a table with a name is not ours, so it gets a number that no route of ours has. */
    private static OptionalInt table(String text) {
        if (text.equals("main") || text.equals("254")) {
            return OptionalInt.empty();
        }
        if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) > Integer.MAX_VALUE) {
            throw new InvalidValueException("route.table", "a table with a name", text);
        }
        return OptionalInt.of(Integer.parseInt(text));
    }

    private static OptionalInt number(JsonNode node) {
        return node.isInt() && node.intValue() > 0 ? OptionalInt.of(node.intValue()) : OptionalInt.empty();
    }
}
