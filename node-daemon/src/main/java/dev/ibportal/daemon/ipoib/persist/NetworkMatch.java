package dev.ibportal.daemon.ipoib.persist;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which {@code .network} file systemd-networkd takes for an IPoIB interface: the first by name that matches. */
final class NetworkMatch {
    static final String ETC = "/etc/systemd/network";
    static final String RUN = "/run/systemd/network";
    static final String LIB = "/usr/lib/systemd/network";

    private static final Pattern GLOB_WORD = Pattern.compile("\\s+");

    private static final Pattern GLOB_PART = Pattern.compile("\\*|\\?|\\[[^]]*]|[^*?\\[]+|\\[");

    enum Answer {
        YES,
        NO,
        /** It asks for something that we do not know of an interface. */
        UNSURE
    }

    /** @param path of a file that is, or may be, the one */
    record Found(String path, boolean sure) {}

    private NetworkMatch() {}

    /** The file for an interface among other people's; empty when none matches. */
    static Optional<Found> first(String name, PersistedView view) {
        return files(view).entrySet().stream()
                .map(file -> answer(file.getValue().getValue(), name) == Answer.NO
                        ? Optional.<Found>empty()
                        : Optional.of(new Found(
                                file.getValue().getKey(), answer(file.getValue().getValue(), name) == Answer.YES)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Those of them whose name comes before ours. */
    static Optional<Found> before(String fileName, String name, PersistedView view) {
        return first(name, view).filter(found -> baseName(found.path()).compareTo(fileName) < 0);
    }

    static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** By file name; a file in /etc stands for those of the same name elsewhere. */
    private static Map<String, Map.Entry<String, String>> files(PersistedView view) {
        Map<String, Map.Entry<String, String>> files = new TreeMap<>();
        for (String directory : List.of(LIB, RUN, ETC)) {
            view.foreign().entrySet().stream()
                    .filter(file -> file.getKey().equals(directory + "/" + baseName(file.getKey())))
                    .filter(file -> file.getKey().endsWith(".network"))
                    .sorted(Comparator.comparing(Map.Entry::getKey))
                    .forEach(file -> files.put(baseName(file.getKey()), file));
        }
        return files;
    }

    static Answer answer(String text, String name) {
        Answer answer = Answer.YES;
        List<String> names = new ArrayList<>();
        for (String line : matchSection(text)) {
            int equals = line.indexOf('=');
            if (equals < 0) {
                continue;
            }
            String key = line.substring(0, equals).strip();
            String value = line.substring(equals + 1).strip();
            Answer part = Answer.UNSURE;
            if (key.equals("Name")) {
                names.add(value);
                part = Answer.YES;
            } else if (key.equals("Type")) {
                part = fits(value, "infiniband");
            } else if (key.equals("Kind")) {
                part = fits(value, "ipoib");
            } else if (key.endsWith("MACAddress") && !value.matches(".*([0-9a-fA-F]{2}[:-]){7}.*")) {
                // An Ethernet address is never that of an InfiniBand interface.
                part = Answer.NO;
            }
            answer = worse(answer, part);
        }
        return names.isEmpty() ? answer : worse(answer, fits(String.join(" ", names), name));
    }

    private static Answer worse(Answer one, Answer other) {
        if (one == Answer.NO || other == Answer.NO) {
            return Answer.NO;
        }
        return one == Answer.UNSURE || other == Answer.UNSURE ? Answer.UNSURE : Answer.YES;
    }

    private static List<String> matchSection(String text) {
        List<String> lines = new ArrayList<>();
        boolean inside = false;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.startsWith("[")) {
                inside = line.equals("[Match]");
            } else if (inside && !line.startsWith("#") && !line.startsWith(";")) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** @param globs blank-separated; with {@code !} in front: everything but these */
    private static Answer fits(String globs, String name) {
        boolean inverted = globs.startsWith("!");
        String list = inverted ? globs.substring(1) : globs;
        boolean any = GLOB_WORD
                .splitAsStream(list.strip())
                .map(word -> word.replace("\"", ""))
                .anyMatch(word -> glob(word).matcher(name).matches());
        return any == inverted ? Answer.NO : Answer.YES;
    }

    private static Pattern glob(String glob) {
        return Pattern.compile(GLOB_PART
                .matcher(glob)
                .results()
                .map(part -> part(part.group()))
                .collect(Collectors.joining()));
    }

    private static String part(String part) {
        return switch (part) {
            case "*" -> ".*";
            case "?" -> ".";
            // A set of characters is rare in names; read as any one of them rather than missed.
            default -> part.startsWith("[") && part.endsWith("]") ? "." : Pattern.quote(part);
        };
    }
}
