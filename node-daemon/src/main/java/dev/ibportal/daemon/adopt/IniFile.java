package dev.ibportal.daemon.adopt;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file of sections with keys, some of them more than once. */
record IniFile(List<Entry> entries) {
    record Entry(String section, String key, String value) {}

    /** The first line that is neither section, nor entry, nor comment: who reads the file for real stops there, or passes it over. */
    static Optional<WrongRecipe> broken(String path, String text) {
        int number = 0;
        for (String raw : text.lines().toList()) {
            number++;
            String line = raw.strip();
            boolean entry = !line.startsWith("[") && line.indexOf('=') > 0;
            boolean section = line.startsWith("[") && line.endsWith("]");
            if (!line.isEmpty() && !line.startsWith("#") && !line.startsWith(";") && !entry && !section) {
                return Optional.of(Recipes.unread(path, "line " + number + " is neither [section] nor key=value"));
            }
        }
        return Optional.empty();
    }

    static IniFile read(String text) {
        List<Entry> entries = new ArrayList<>();
        String section = "";
        for (String raw : text.lines().toList()) {
            String line = raw.strip();
            int equals = line.indexOf('=');
            if (line.startsWith("[") && line.endsWith("]")) {
                section = line.substring(1, line.length() - 1);
            } else if (equals > 0 && !line.startsWith("#") && !line.startsWith(";")) {
                entries.add(new Entry(
                        section,
                        line.substring(0, equals).strip(),
                        line.substring(equals + 1).strip()));
            }
        }
        return new IniFile(List.copyOf(entries));
    }

    List<String> values(String section, String key) {
        return entries.stream()
                .filter(entry -> entry.section().equals(section) && entry.key().equals(key))
                .map(Entry::value)
                .toList();
    }

    /** The last one counts. */
    Optional<String> value(String section, String key) {
        List<String> all = values(section, key);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
    }

    String text(String section, String key) {
        return value(section, key).orElse("");
    }

    boolean hasSection(String section) {
        return entries.stream().anyMatch(entry -> entry.section().equals(section));
    }
}
