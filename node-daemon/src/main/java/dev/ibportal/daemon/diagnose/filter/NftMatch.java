package dev.ibportal.daemon.diagnose.filter;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.types.InvalidValueException;
import dev.ibportal.types.IpAddress;
import dev.ibportal.types.IpFamily;
import dev.ibportal.types.IpPrefix;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** One condition of a rule. */
final class NftMatch {
    private static final Set<String> OF_OTHER_PROTOCOLS = Set.of("tcp", "udp", "sctp", "dccp", "th", "udplite");

    private NftMatch() {}

    static Match of(JsonNode match, Packet packet) {
        Match found = plain(match.path("left"), match.path("right"), packet);
        return match.path("op").asText("").equals("!=") ? found.not() : found;
    }

    static String text(JsonNode match) {
        JsonNode left = match.path("left");
        String name = left.has("meta")
                ? left.path("meta").path("key").asText("")
                : left.has("payload")
                        ? left.path("payload").path("protocol").asText("") + " "
                                + left.path("payload").path("field").asText("")
                        : Json.line(left);
        JsonNode right = match.path("right");
        String op = match.path("op").asText("").equals("!=") ? " != " : " ";
        return name + op + (right.isValueNode() ? right.asText("") : Json.line(right));
    }

    private static Match plain(JsonNode left, JsonNode right, Packet packet) {
        if (left.has("meta")) {
            return meta(left.path("meta").path("key").asText(""), right, packet);
        }
        if (left.has("payload")) {
            JsonNode payload = left.path("payload");
            return payload(
                    payload.path("protocol").asText(""), payload.path("field").asText(""), right, packet);
        }
        if (left.has("ct") && left.path("ct").path("key").asText("").equals("state")) {
            return any(right, word -> Match.of(word.equals(packet.reply() ? "established" : "new")));
        }
        return Match.MAYBE;
    }

    private static Match meta(String key, JsonNode right, Packet packet) {
        return switch (key) {
            case "iifname", "iif" ->
                packet.inbound() ? any(right, word -> Match.of(isName(word, packet.interfaceName()))) : Match.NO;
            case "oifname", "oif" ->
                packet.inbound() ? Match.NO : any(right, word -> Match.of(isName(word, packet.interfaceName())));
            case "l4proto" -> any(right, word -> Match.of(isIcmp(word, packet)));
            case "nfproto", "protocol" ->
                any(
                        right,
                        word -> Match.of(word.equals(packet.is(IpFamily.IPV4) ? "ipv4" : "ipv6")
                                || word.equals(packet.is(IpFamily.IPV4) ? "ip" : "ip6")));
            default -> Match.MAYBE;
        };
    }

    private static boolean isName(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }

    private static boolean isIcmp(String word, Packet packet) {
        return packet.is(IpFamily.IPV4)
                ? word.equals("icmp") || word.equals("1")
                : word.equals("ipv6-icmp") || word.equals("icmpv6") || word.equals("58");
    }

    private static Match payload(String protocol, String field, JsonNode right, Packet packet) {
        if (OF_OTHER_PROTOCOLS.contains(protocol)) {
            return Match.NO;
        }
        if ((protocol.equals("ip") && !packet.is(IpFamily.IPV4))
                || (protocol.equals("ip6") && !packet.is(IpFamily.IPV6))) {
            return Match.NO;
        }
        return switch (field) {
            case "saddr" -> address(right, packet.from());
            case "daddr" -> address(right, packet.to());
            case "protocol", "nexthdr" -> any(right, word -> Match.of(isIcmp(word, packet)));
            case "type" -> any(right, word -> Match.of(word.equals(packet.type())));
            default -> Match.MAYBE;
        };
    }

    private static Match any(JsonNode right, Function<String, Match> one) {
        if (right.isValueNode()) {
            String text = right.asText("");
            return text.startsWith("@") ? Match.MAYBE : one.apply(text);
        }
        JsonNode list = right.has("set") ? right.path("set") : right;
        if (!list.isArray()) {
            return Match.MAYBE;
        }
        Match found = Match.NO;
        for (JsonNode element : list) {
            found = found.or(any(element, one));
        }
        return found;
    }

    private static Match address(JsonNode right, IpAddress address) {
        if (right.has("prefix")) {
            JsonNode prefix = right.path("prefix");
            return within(
                    prefix.path("addr").asText("") + "/" + prefix.path("len").asText(""), address);
        }
        if (right.has("range")) {
            return range(right.path("range"), address);
        }
        JsonNode list = right.has("set") ? right.path("set") : right;
        if (list.isArray()) {
            Match found = Match.NO;
            for (JsonNode element : list) {
                found = found.or(address(element, address));
            }
            return found;
        }
        String text = right.asText("");
        return text.isEmpty() || text.startsWith("@") ? Match.MAYBE : test(text, other -> other.equals(address));
    }

    private static Match range(JsonNode range, IpAddress address) {
        return test(range.path(0).asText(""), first -> first.compareTo(address) <= 0)
                .and(test(range.path(1).asText(""), last -> last.compareTo(address) >= 0));
    }

    static Match within(String prefix, IpAddress address) {
        try {
            return Match.of(IpPrefix.parse(prefix).contains(address));
        } catch (InvalidValueException e) {
            return Match.MAYBE;
        }
    }

    static Match test(String text, Predicate<IpAddress> test) {
        try {
            return Match.of(test.test(IpAddress.parse(text)));
        } catch (InvalidValueException e) {
            return Match.MAYBE;
        }
    }
}
