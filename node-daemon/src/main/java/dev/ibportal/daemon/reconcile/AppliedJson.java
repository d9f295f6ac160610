package dev.ibportal.daemon.reconcile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.ipoib.Applied;
import dev.ibportal.daemon.ipoib.Wish;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.PKey;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The memory of applied items as text that a person can read too. */
final class AppliedJson {
    private AppliedJson() {}

    static String print(Map<String, Applied> items) {
        ObjectNode root = Json.object();
        root.put("format", 1);
        ArrayNode list = root.putArray("items");
        new TreeMap<>(items).values().forEach(item -> list.add(node(item)));
        return Json.print(root) + "\n";
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
        return node;
    }

    static Map<String, Applied> parse(String text) throws JsonProcessingException {
        JsonNode root = Json.parse(text);
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
                        PKey.parse(node.required("pkey").asText())),
                node.required("name").asText(),
                node.required("created").asBoolean(),
                addresses,
                number(node, "askedMtu"),
                number(node, "seenMtu"),
                node.required("absent").asBoolean());
    }

    private static Optional<Integer> number(JsonNode node, String field) {
        return node.has(field) ? Optional.of(node.get(field).asInt()) : Optional.empty();
    }
}
