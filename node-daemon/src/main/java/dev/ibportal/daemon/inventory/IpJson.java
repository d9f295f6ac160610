package dev.ibportal.daemon.inventory;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.CommandResult;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.NetdevView.AddressView;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads what {@code ip -j -d addr} prints: links with their details, and their addresses (iproute2 6.1 to 7.3). */
final class IpJson {
    private IpJson() {}

    /** An interface whose addresses make no sense is one whose addresses are not known. */
    static Reading<List<NetdevView>> netdevs(CommandResult answer) {
        return array(answer).flatMap(array -> {
            Map<String, NetdevView> links = new LinkedHashMap<>();
            for (JsonNode node : array) {
                Optional<NetdevView> link = link(node);
                if (link.isEmpty()) {
                    return Reading.unreadable("«" + answer.command() + "» showed an interface without a usable name");
                }
                links.put(link.get().name(), link.get().with(addressList(node.path("addr_info"))));
            }
            return Reading.known(List.copyOf(links.values()));
        });
    }

    private static Reading<JsonNode> array(CommandResult answer) {
        if (!answer.succeeded()) {
            return Reading.unreadable(answer.describe());
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

    private static Optional<NetdevView> link(JsonNode node) {
        String name = node.path("ifname").isTextual() ? node.path("ifname").textValue() : "";
        if (name.isEmpty()) {
            return Optional.empty();
        }
        JsonNode info = node.path("linkinfo");
        boolean ipoib = info.path("info_kind").asText("").equals("ipoib")
                || node.path("link_type").asText("").equals("infiniband");
        JsonNode data = info.path("info_data");
        Optional<HardwareAddress> hardware =
                HardwareAddress.parse(node.path("address").asText(""));
        return Optional.of(new NetdevView(
                name,
                number(node.path("ifindex")),
                ipoib,
                parent(node),
                ipoib ? pkey(data, node) : Optional.empty(),
                text(data.path("mode")).flatMap(text -> parsed(text, IpoibMode::parse)),
                number(node.path("mtu")),
                flag(node, "UP"),
                flag(node, "LOWER_UP"),
                hardware,
                ipoib ? hardware.flatMap(HardwareAddress::portGuid) : Optional.empty(),
                Optional.empty()));
    }

    /** A parent in another namespace has an index only; it is a parent all the same. */
    private static Optional<String> parent(JsonNode node) {
        return text(node.path("link")).or(() -> number(node.path("link_index")).map(index -> "#" + index));
    }

    private static Optional<PKey> pkey(JsonNode data, JsonNode node) {
        return text(data.path("key"))
                .flatMap(text -> parsed(text, PKey::parseAny))
                .or(() -> HardwareAddress.parse(node.path("broadcast").asText(""))
                        .flatMap(HardwareAddress::broadcastPkey));
    }

    private static Optional<Boolean> flag(JsonNode node, String flag) {
        JsonNode flags = node.path("flags");
        if (!flags.isArray()) {
            return Optional.empty();
        }
        for (JsonNode set : flags) {
            if (set.asText("").equals(flag)) {
                return Optional.of(true);
            }
        }
        return Optional.of(false);
    }

    private static Optional<List<AddressView>> addressList(JsonNode info) {
        if (!info.isArray()) {
            return Optional.empty();
        }
        List<AddressView> list = new ArrayList<>();
        for (JsonNode node : info) {
            String family = node.path("family").asText("");
            if (!family.equals("inet") && !family.equals("inet6")) {
                continue;
            }
            Optional<AddressView> address = address(node);
            if (address.isEmpty()) {
                return Optional.empty();
            }
            list.add(address.get());
        }
        return Optional.of(List.copyOf(list));
    }

    private static Optional<AddressView> address(JsonNode node) {
        Optional<IpAddress> local = text(node.path("local")).flatMap(text -> parsed(text, IpAddress::parse));
        Optional<Integer> length = number(node.path("prefixlen"));
        if (local.isEmpty() || length.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new AddressView(
                    new InterfaceAddress(local.get(), length.get()),
                    node.path("scope").asText("").equals("link"),
                    node.path("tentative").asBoolean(false),
                    node.path("dadfailed").asBoolean(false)));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(JsonNode node) {
        return node.isTextual() ? Optional.of(node.textValue()) : Optional.empty();
    }

    private static Optional<Integer> number(JsonNode node) {
        return node.isInt() && node.intValue() >= 0 ? Optional.of(node.intValue()) : Optional.empty();
    }

    private static <T> Optional<T> parsed(String text, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(text));
        } catch (InvalidValueException e) {
            return Optional.empty();
        }
    }
}
