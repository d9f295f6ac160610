package dev.ibportal.daemon.diagnose.filter;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.daemon.diagnose.filter.Rule.Verdict;
import dev.ibportal.daemon.host.Json;
import dev.ibportal.types.IpFamily;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** What {@code nft -j list ruleset} prints. */
public final class NftRules {
    private final Map<String, Chain> chains;

    private NftRules(Map<String, Chain> chains) {
        this.chains = chains;
    }

    public static NftRules parse(String json) throws JsonProcessingException {
        JsonNode items = Json.parse(json).path("nftables");
        Map<String, Chain> chains = new LinkedHashMap<>();
        for (JsonNode item : items) {
            JsonNode chain = item.path("chain");
            if (chain.isObject()) {
                String name = name(chain, "name");
                boolean filters = chain.path("type").asText("").equals("filter");
                chains.put(
                        name,
                        new Chain(
                                name,
                                filters ? chain.path("hook").asText("") : "",
                                chain.path("policy").asText("").equals("drop"),
                                new ArrayList<>()));
            }
        }
        for (JsonNode item : items) {
            JsonNode rule = item.path("rule");
            Chain chain = chains.get(name(rule, "chain"));
            if (rule.isObject() && chain != null) {
                chain.rules().add(rule(rule));
            }
        }
        return new NftRules(chains);
    }

    private static String name(JsonNode of, String field) {
        return of.path("family").asText("") + " " + of.path("table").asText("") + " "
                + of.path(field).asText("");
    }

    public Optional<String> drops(Packet packet) {
        String other = packet.is(IpFamily.IPV4) ? "ip6 " : "ip ";
        Map<String, Chain> concerned = new LinkedHashMap<>();
        chains.forEach((name, chain) -> {
            if (!name.startsWith(other) && !name.startsWith("arp ") && !name.startsWith("bridge ")) {
                concerned.put(name, chain);
            }
        });
        return Walk.drops(concerned, packet);
    }

    private static Rule rule(JsonNode rule) {
        List<Function<Packet, Match>> matches = new ArrayList<>();
        Verdict verdict = new Verdict.None();
        for (JsonNode part : rule.path("expr")) {
            String kind = part.fieldNames().next();
            JsonNode body = part.path(kind);
            switch (kind) {
                case "match" -> matches.add(packet -> NftMatch.of(body, packet));
                case "accept" -> verdict = new Verdict.Accept();
                case "drop", "reject" -> verdict = new Verdict.Drop();
                case "return" -> verdict = new Verdict.Return();
                case "jump" -> verdict = new Verdict.To(target(rule, body), true);
                case "goto" -> verdict = new Verdict.To(target(rule, body), false);
                case "counter", "log", "comment" -> {
                    // Says nothing about what becomes of the packet.
                }
                default -> matches.add(packet -> Match.MAYBE);
            }
        }
        return new Rule(
                packet -> matches.stream().map(each -> each.apply(packet)).reduce(Match.YES, Match::and),
                verdict,
                text(rule.path("expr")));
    }

    private static String target(JsonNode rule, JsonNode body) {
        return rule.path("family").asText("") + " " + rule.path("table").asText("") + " "
                + body.path("target").asText("");
    }

    private static String text(JsonNode expr) {
        return StreamSupport.stream(expr.spliterator(), false)
                .map(part -> part.has("match")
                        ? NftMatch.text(part.path("match"))
                        : part.fieldNames().next())
                .filter(word -> !word.equals("counter"))
                .collect(Collectors.joining(" "));
    }
}
