package dev.ibportal.daemon.sm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.types.Guid;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.MembershipType;
import dev.ibportal.types.PKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A partition as UFM shows it.
 *
 * @param members empty: UFM did not say who is in it, which is not the same as nobody
 * @param mtuLimit in KiB; with rate and level empty where this UFM does not tell
 */
record UfmPartition(
        Optional<Map<Guid, Place>> members,
        Optional<Integer> mtuLimit,
        Optional<Double> rateLimit,
        Optional<Integer> serviceLevel) {
    UfmPartition {
        members = members.map(Map::copyOf);
    }

    /**
     * How a port is in a partition.
     *
     * @param membership empty: a word that we do not know, so another one than is wanted
     */
    record Place(Optional<MembershipType> membership, boolean index0) {}

    /**
     * Both lists of UFM, which cannot tell members and service in one.
     *
     * @throws UfmTrouble if an answer is none that the interface describes
     */
    static Map<PKey, UfmPartition> all(String withGuids, String withService) throws UfmTrouble {
        JsonNode members = tree(withGuids);
        JsonNode service = tree(withService);
        Map<PKey, UfmPartition> all = new HashMap<>();
        for (Map.Entry<String, JsonNode> each : members.properties()) {
            all.put(pkey(each.getKey()), of(each.getKey(), each.getValue(), service.path(each.getKey())));
        }
        return all;
    }

    /** No partition at all is an object without fields, or null; anything else that is no object says nothing. */
    private static JsonNode tree(String text) throws UfmTrouble {
        try {
            JsonNode tree = Json.parse(text);
            if (tree.isNull()) {
                return Json.object();
            }
            if (tree.isObject()) {
                return tree;
            }
        } catch (JsonProcessingException e) {
            throw new UfmTrouble("UFM's list of partitions is no JSON: " + e.getOriginalMessage(), e);
        }
        throw new UfmTrouble("UFM's list of partitions is no object of partitions");
    }

    private static PKey pkey(String text) throws UfmTrouble {
        try {
            return PKey.parseAny(text);
        } catch (InvalidValueException e) {
            throw new UfmTrouble("UFM's list of partitions names «" + text + "», which is no PKey", e);
        }
    }

    private static UfmPartition of(String name, JsonNode node, JsonNode service) throws UfmTrouble {
        JsonNode guids = node.path("guids");
        return new UfmPartition(
                guids.isArray() ? Optional.of(places(name, guids)) : Optional.empty(),
                number(node, service, "mtu_limit").map(JsonNode::intValue),
                number(node, service, "rate_limit").map(JsonNode::doubleValue),
                number(node, service, "service_level").map(JsonNode::intValue));
    }

    private static Optional<JsonNode> number(JsonNode node, JsonNode service, String field) {
        JsonNode value = service.has(field) ? service.path(field) : node.path(field);
        return value.isNumber() ? Optional.of(value) : Optional.empty();
    }

    private static Map<Guid, Place> places(String partition, JsonNode guids) throws UfmTrouble {
        Map<Guid, Place> places = new HashMap<>();
        for (JsonNode each : guids) {
            String text = each.path("guid").asText("");
            try {
                places.put(
                        Guid.parse(text),
                        new Place(
                                membership(each.path("membership").asText("")),
                                each.path("index0").asBoolean(false)));
            } catch (InvalidValueException e) {
                throw new UfmTrouble("UFM's partition " + partition + " names «" + text + "», which is no GUID", e);
            }
        }
        return places;
    }

    private static Optional<MembershipType> membership(String word) {
        return switch (word) {
            case "full" -> Optional.of(MembershipType.FULL);
            case "limited" -> Optional.of(MembershipType.LIMITED);
            default -> Optional.empty();
        };
    }
}
