package dev.ibportal.daemon.ipoib;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads what {@code ip -j route} and {@code ip -j rule} print (iproute2 6.1 to 7.3). Kinds that we never make, such as
 * unreachable ones or those with several next hops, are passed over: they are nobody's of ours.
 */
final class RoutingJson {
    private RoutingJson() {}

    static Reading<Set<LiveRoute>> routes(CommandResult answer, IpFamily family) {
        return array(answer).map(array -> {
            Set<LiveRoute> routes = new HashSet<>();
            array.forEach(node -> route(node, family).ifPresent(routes::add));
            return routes;
        });
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

    private static Optional<LiveRoute> route(JsonNode node, IpFamily family) {
        String device = node.path("dev").asText("");
        if (device.isEmpty() || !node.path("type").asText("unicast").equals("unicast")) {
            return Optional.empty();
        }
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
