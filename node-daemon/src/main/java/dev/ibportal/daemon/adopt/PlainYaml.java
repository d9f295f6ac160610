package dev.ibportal.daemon.adopt;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The plain part of YAML that people write for netplan: nested keys, one a line, with words, {@code [a, b]} or dashes below.
 * A text that goes beyond it is not understood at all, rather than understood in part.
 *
 * @param values by path; a key without a value has none
 */
record PlainYaml(Map<List<String>, List<String>> values) {
    private static final Pattern KEY = Pattern.compile("( *)(\"[^\"]+\"|'[^']+'|[A-Za-z0-9_.-]+):(?: +(.*))?");
    private static final Pattern ITEM = Pattern.compile("( *)- +(.*)");
    private static final Pattern WORD =
            Pattern.compile("\"[^\"]*\"|'[^']*'|[^\\s\"'#\\[\\]{},&*!|>%@`][^\"'#\\[\\]{},]*");

    private record Open(int indent, String key) {}

    static Optional<PlainYaml> read(String text) {
        Map<List<String>, List<String>> values = new LinkedHashMap<>();
        Deque<Open> open = new ArrayDeque<>();
        for (String line : text.lines().toList()) {
            String bare = line.replaceFirst("(^|\\s)#.*$", "").stripTrailing();
            if (bare.isEmpty() || bare.equals("---")) {
                continue;
            }
            Matcher key = KEY.matcher(bare);
            Matcher item = ITEM.matcher(bare);
            if (key.matches()) {
                int indent = key.group(1).length();
                close(open, indent);
                open.addLast(new Open(indent, unquoted(key.group(2))));
                Optional<List<String>> words = words(key.group(3));
                if (words.isEmpty() || values.putIfAbsent(path(open), new ArrayList<>(words.get())) != null) {
                    return Optional.empty();
                }
            } else if (item.matches()
                    && !open.isEmpty()
                    && WORD.matcher(item.group(2)).matches()) {
                close(open, item.group(1).length() + 1);
                List<String> list = values.get(path(open));
                if (list == null) {
                    return Optional.empty();
                }
                list.add(unquoted(item.group(2)));
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(new PlainYaml(values));
    }

    private static void close(Deque<Open> open, int indent) {
        while (!open.isEmpty() && open.getLast().indent() >= indent) {
            open.removeLast();
        }
    }

    private static List<String> path(Deque<Open> open) {
        return open.stream().map(Open::key).toList();
    }

    /** Empty for what is more than words. */
    private static Optional<List<String>> words(@Nullable String text) {
        if (text == null || text.isBlank()) {
            return Optional.of(List.of());
        }
        boolean list = text.startsWith("[") && text.endsWith("]");
        String inner = list ? text.substring(1, text.length() - 1).strip() : text;
        if (inner.isEmpty()) {
            return Optional.of(List.of());
        }
        List<String> words = new ArrayList<>();
        for (String word : list ? inner.split(" *, *") : new String[] {inner}) {
            if (!WORD.matcher(word).matches()) {
                return Optional.empty();
            }
            words.add(unquoted(word));
        }
        return Optional.of(words);
    }

    private static String unquoted(String word) {
        String text = word.strip();
        boolean quoted = text.length() > 1 && (text.startsWith("\"") || text.startsWith("'"));
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Keys directly below that path. */
    List<String> below(String... path) {
        List<String> parent = List.of(path);
        return values.keySet().stream()
                .filter(key -> key.size() == parent.size() + 1
                        && key.subList(0, parent.size()).equals(parent))
                .map(key -> key.get(parent.size()))
                .toList();
    }

    List<String> all(String... path) {
        return values.getOrDefault(List.of(path), List.of());
    }

    Optional<String> one(String... path) {
        List<String> all = all(path);
        return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
    }
}
