package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.inventory.Backend.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Collects what each real reader made of each profile, for {@code docs/measurements/backends.md}. */
final class BackendTable {
    private static final Path FILE = Path.of("target/backends.md");
    private static final Map<String, Map<Kind, Made>> ROWS = new TreeMap<>();

    private BackendTable() {}

    static synchronized void record(Kind kind, String profile, Made made) throws IOException {
        ROWS.computeIfAbsent(profile, name -> new TreeMap<>()).put(kind, made);
        StringBuilder text = new StringBuilder();
        for (String name : Profiles.all()) {
            Made wanted = Made.of(Profiles.named(name));
            text.append("\n## ")
                    .append(name)
                    .append("\n\nWanted: `")
                    .append(wanted)
                    .append("`\n\n");
            text.append("| back-end | what its reader made of our files |\n|---|---|\n");
            for (Kind each : Kind.values()) {
                text.append("| ")
                        .append(each.text())
                        .append(" | ")
                        .append(cell(name, each, wanted))
                        .append(" |\n");
            }
        }
        Files.createDirectories(FILE.getParent());
        Files.writeString(FILE, text);
    }

    private static String cell(String name, Kind kind, Made wanted) {
        Made made = ROWS.getOrDefault(name, Map.of()).get(kind);
        if (made != null) {
            return made.equals(wanted) ? "the same" : "`" + made + "`";
        }
        return Profiles.refusal(kind, Profiles.named(name))
                .map(reason -> "refused before any change: " + reason)
                .orElse("not read");
    }
}
