package dev.ibportal.daemon.adopt;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Assignments of a shell file, never run: only plain values are known. */
record ShellFile(Map<String, String> values) {
    private static final Pattern LINE = Pattern.compile("\\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)");

    static ShellFile read(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            Matcher assignment = LINE.matcher(line);
            if (assignment.matches()) {
                values.put(assignment.group(1), plain(assignment.group(2).strip()));
            }
        });
        return new ShellFile(values);
    }

    private static String plain(String value) {
        char quote = value.isEmpty() ? ' ' : value.charAt(0);
        if (quote == '"' || quote == '\'') {
            int end = value.indexOf(quote, 1);
            return end < 0 ? value.substring(1) : value.substring(1, end);
        }
        int comment = value.indexOf(" #");
        return comment < 0 ? value : value.substring(0, comment).strip();
    }

    String value(String key) {
        return values.getOrDefault(key, "");
    }

    boolean is(String key, String value) {
        return value(key).equalsIgnoreCase(value);
    }

    boolean has(String key) {
        return !value(key).isEmpty();
    }
}
