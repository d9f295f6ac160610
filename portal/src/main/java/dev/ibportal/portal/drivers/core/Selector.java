package dev.ibportal.portal.drivers.core;

import dev.ibportal.drivers.HcaGeneration;
import dev.ibportal.types.InvalidValueException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Chooses nodes by their facts: {@code os=debian version=12 kernel=6.1.* hca=connectx_6 name!=gpu-*}. All terms have to hold;
 * of several values of a term, apart by commas, one; {@code *} stands for any text. No term at all chooses every node.
 */
public record Selector(List<Term> terms) implements Predicate<NodeFacts> {
    private static final int LONGEST = 1000;
    private static final Map<String, Function<NodeFacts, List<String>>> FACTS = new TreeMap<>(Map.of(
            "name", node -> List.of(node.name()),
            "os", node -> List.of(node.shape().system()),
            "version", node -> List.of(node.shape().systemVersion()),
            "kernel", node -> List.of(node.shape().kernel()),
            "arch", node -> List.of(node.shape().architecture()),
            "hca", Selector::generations,
            "pci", Selector::ids,
            "fabric", NodeFacts::fabrics,
            "group", NodeFacts::groups,
            "state", node -> List.of(node.state())));

    public Selector {
        terms = List.copyOf(terms);
    }

    /** @param values patterns of which one has to match */
    record Term(String fact, boolean negated, List<Pattern> values) {
        Term {
            values = List.copyOf(values);
        }

        boolean holds(NodeFacts node) {
            List<String> found = FACTS.getOrDefault(fact, any -> List.of()).apply(node);
            boolean one = found.stream()
                    .anyMatch(text -> values.stream()
                            .anyMatch(value -> value.matcher(text).matches()));
            return one != negated;
        }
    }

    /** @throws InvalidValueException with the term that is wrong */
    public static Selector parse(String text) {
        if (text.length() > LONGEST) {
            throw wrong("a selector has at most " + LONGEST + " characters, and this one has " + text.length(), text);
        }
        List<Term> terms = new ArrayList<>();
        for (String word : text.strip().split("\\s+")) {
            if (!word.isEmpty()) {
                terms.add(term(word));
            }
        }
        return new Selector(terms);
    }

    private static Term term(String word) {
        int equals = word.indexOf('=');
        if (equals < 1 || equals == word.length() - 1) {
            throw wrong(
                    "\"" + word + "\" is no condition: write a fact, = or !=, and a value, such as os=debian", word);
        }
        boolean negated = word.charAt(equals - 1) == '!';
        String fact = word.substring(0, negated ? equals - 1 : equals).toLowerCase(Locale.ROOT);
        if (!FACTS.containsKey(fact)) {
            throw wrong(
                    "\"" + fact + "\" is no fact to choose by; there are " + String.join(", ", FACTS.keySet()), word);
        }
        List<Pattern> values = Arrays.stream(word.substring(equals + 1).split(",", -1))
                .map(value -> pattern(value, word))
                .toList();
        return new Term(fact, negated, values);
    }

    private static Pattern pattern(String value, String word) {
        if (value.isEmpty()) {
            throw wrong("\"" + word + "\" has an empty value between its commas", word);
        }
        String[] parts = value.split("\\*+", -1);
        String regex =
                String.join(".*", Arrays.stream(parts).map(Pattern::quote).toList());
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
    }

    @Override
    public boolean test(NodeFacts node) {
        return terms.stream().allMatch(term -> term.holds(node));
    }

    private static List<String> generations(NodeFacts node) {
        return node.shape().generations().stream().map(HcaGeneration::name).toList();
    }

    private static List<String> ids(NodeFacts node) {
        return node.shape().adapters().stream().map(Object::toString).toList();
    }

    private static InvalidValueException wrong(String message, String text) {
        return new InvalidValueException("selector.syntax", message, text);
    }
}
