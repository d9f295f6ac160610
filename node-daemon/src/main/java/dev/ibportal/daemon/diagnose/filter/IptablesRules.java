package dev.ibportal.daemon.diagnose.filter;

import dev.ibportal.daemon.diagnose.filter.Rule.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What {@code iptables -S} prints: the table called filter. */
public final class IptablesRules {
    private final Map<String, Chain> chains = new LinkedHashMap<>();

    private IptablesRules() {}

    public static IptablesRules parse(String text) {
        IptablesRules rules = new IptablesRules();
        text.lines().map(line -> List.of(line.strip().split("\\s+"))).forEach(rules::line);
        return rules;
    }

    public Optional<String> drops(Packet packet) {
        return Walk.drops(chains, packet);
    }

    private void line(List<String> words) {
        if (words.size() < 2) {
            return;
        }
        String name = words.get(1);
        switch (words.get(0)) {
            case "-P" ->
                chains.put(name, chain(name, words.size() > 2 && words.get(2).equals("DROP")));
            case "-N" -> chains.put(name, chain(name, false));
            case "-A" ->
                chains.computeIfAbsent(name, missing -> chain(missing, false))
                        .rules()
                        .add(rule(words.subList(2, words.size())));
            default -> {
                // Nothing that decides about packets.
            }
        }
    }

    private static Chain chain(String name, boolean drops) {
        String hook = name.equals("INPUT") || name.equals("OUTPUT") ? name.toLowerCase(Locale.ROOT) : "";
        return new Chain("iptables " + name, hook, drops, new ArrayList<>());
    }

    private static Rule rule(List<String> words) {
        List<Function<Packet, Match>> matches = new ArrayList<>();
        Verdict verdict = new Verdict.None();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            String value = i + 1 < words.size() ? words.get(i + 1) : "";
            switch (word) {
                case "-j" -> {
                    verdict = verdict(value, true);
                    i = words.size();
                }
                case "-g" -> {
                    verdict = verdict(value, false);
                    i = words.size();
                }
                case "-i", "-o", "-s", "-d", "-p", "--icmp-type", "--ctstate", "--state" -> {
                    matches.add(packet -> match(word, value, packet));
                    i++;
                }
                case "-m" -> i++;
                default -> matches.add(packet -> Match.MAYBE);
            }
        }
        return new Rule(
                packet -> matches.stream().map(each -> each.apply(packet)).reduce(Match.YES, Match::and),
                verdict,
                String.join(" ", words));
    }

    private static Verdict verdict(String target, boolean comes) {
        return switch (target) {
            case "ACCEPT" -> new Verdict.Accept();
            case "DROP", "REJECT" -> new Verdict.Drop();
            case "RETURN" -> new Verdict.Return();
            case "LOG", "MARK", "NFLOG", "CT" -> new Verdict.None();
            default -> new Verdict.To(target, comes);
        };
    }

    private static Match match(String option, String value, Packet packet) {
        return switch (option) {
            case "-i" -> packet.inbound() ? Match.of(isName(value, packet.interfaceName())) : Match.NO;
            case "-o" -> packet.inbound() ? Match.NO : Match.of(isName(value, packet.interfaceName()));
            case "-s" -> NftMatch.within(value, packet.from());
            case "-d" -> NftMatch.within(value, packet.to());
            case "-p" ->
                Match.of(value.equals("icmp") || value.equals("1") || value.equals("all") || value.equals("ipv6-icmp"));
            case "--icmp-type" ->
                Match.of(
                        value.equals(packet.reply() ? "0" : "8") || value.equals(packet.type()) || value.equals("any"));
            case "--ctstate", "--state" ->
                Match.of(List.of(value.split(",")).contains(packet.reply() ? "ESTABLISHED" : "NEW"));
            default -> Match.MAYBE;
        };
    }

    private static boolean isName(String pattern, String name) {
        return pattern.endsWith("+")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
