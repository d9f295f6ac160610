package dev.ibportal.daemon.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.ipoib.Applied;
import dev.ibportal.daemon.ipoib.Wish;
import dev.ibportal.daemon.ipoib.persist.InterfaceKind;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpPrefix;
import dev.ibportal.types.PKey;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** The memory of applied items as text that a person can read too. */
final class AppliedJson {
    private AppliedJson() {}

    static ObjectNode root(Map<String, Applied> items) {
        ObjectNode root = Json.object();
        root.put("format", 1);
        ArrayNode list = root.putArray("items");
        new TreeMap<>(items).values().forEach(item -> list.add(node(item)));
        return root;
    }

    private static ObjectNode node(Applied item) {
        ObjectNode node = Json.object();
        node.put("interfaceId", item.interfaceId());
        node.put("port", item.target().port().toString());
        node.put("pkey", item.target().pkey().toString());
        node.put("name", item.name());
        node.put("created", item.created());
        ArrayNode addresses = node.putArray("addresses");
        item.addresses().forEach(address -> addresses.add(address.toString()));
        item.askedMtu().ifPresent(mtu -> node.put("askedMtu", mtu));
        item.seenMtu().ifPresent(mtu -> node.put("seenMtu", mtu));
        node.put("absent", item.absent());
        if (item.target().isParent()) {
            node.put("parent", true);
        }
        beside(node, item.beside());
        return node;
    }

    private static void beside(ObjectNode node, Applied.HostParts beside) {
        if (beside.equals(Applied.HostParts.NONE)) {
            return;
        }
        ArrayNode routes = node.putArray("routes");
        beside.routes().stream()
                .sorted(Comparator.comparing(Route::toString))
                .forEach(route -> route(routes.addObject(), route));
        ArrayNode rules = node.putArray("rules");
        beside.rules().stream()
                .sorted(Comparator.comparing(PolicyRule::toString))
                .forEach(rule -> rule(rules.addObject(), rule));
        ObjectNode sysctls = node.putObject("sysctlsBefore");
        new TreeMap<>(beside.sysctls()).forEach(sysctls::put);
        node.put("dns", beside.dns());
    }

    private static void route(ObjectNode node, Route route) {
        node.put("to", route.destination().toString());
        route.gateway().ifPresent(via -> node.put("via", via.toString()));
        route.table().ifPresent(table -> node.put("table", table));
        route.metric().ifPresent(metric -> node.put("metric", metric));
    }

    private static void rule(ObjectNode node, PolicyRule rule) {
        rule.from().ifPresent(from -> node.put("from", from.toString()));
        rule.to().ifPresent(to -> node.put("to", to.toString()));
        node.put("table", rule.table());
        node.put("priority", rule.priority());
    }

    static Map<String, Applied> items(JsonNode root) {
        if (root.path("format").asInt(0) != 1) {
            throw new IllegalArgumentException("its format is not 1");
        }
        Map<String, Applied> items = new LinkedHashMap<>();
        for (JsonNode node : root.required("items")) {
            Applied item = item(node);
            items.put(item.interfaceId(), item);
        }
        return items;
    }

    private static Applied item(JsonNode node) {
        Set<InterfaceAddress> addresses = new HashSet<>();
        node.required("addresses").forEach(address -> addresses.add(InterfaceAddress.parse(address.asText())));
        return new Applied(
                node.required("interfaceId").asText(),
                new Wish.Target(
                        Guid.parse(node.required("port").asText()),
                        PKey.parseAny(node.required("pkey").asText()),
                        node.path("parent").asBoolean(false) ? InterfaceKind.PARENT : InterfaceKind.CHILD),
                node.required("name").asText(),
                node.required("created").asBoolean(),
                addresses,
                number(node, "askedMtu"),
                number(node, "seenMtu"),
                node.required("absent").asBoolean(),
                beside(node));
    }

    /** A memory from before these were remembered has none. */
    private static Applied.HostParts beside(JsonNode node) {
        Set<Route> routes = new HashSet<>();
        node.path("routes")
                .forEach(route -> routes.add(new Route(
                        IpPrefix.parse(route.required("to").asText()),
                        text(route, "via").map(IpAddress::parse),
                        whole(route, "table"),
                        whole(route, "metric"))));
        Set<PolicyRule> rules = new HashSet<>();
        node.path("rules")
                .forEach(rule -> rules.add(new PolicyRule(
                        text(rule, "from").map(IpPrefix::parse),
                        text(rule, "to").map(IpPrefix::parse),
                        rule.required("table").asInt(),
                        rule.required("priority").asInt())));
        Map<String, String> sysctls = new LinkedHashMap<>();
        node.path("sysctlsBefore")
                .properties()
                .forEach(setting ->
                        sysctls.put(setting.getKey(), setting.getValue().asText()));
        return new Applied.HostParts(routes, rules, sysctls, node.path("dns").asBoolean(false));
    }

    private static Optional<String> text(JsonNode node, String field) {
        return node.has(field) ? Optional.of(node.get(field).asText()) : Optional.empty();
    }

    private static OptionalInt whole(JsonNode node, String field) {
        return node.has(field) ? OptionalInt.of(node.get(field).asInt()) : OptionalInt.empty();
    }

    private static Optional<Integer> number(JsonNode node, String field) {
        return node.has(field) ? Optional.of(node.get(field).asInt()) : Optional.empty();
    }
}
