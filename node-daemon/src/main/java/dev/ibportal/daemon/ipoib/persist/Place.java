package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Where a back-end looks for files.
 *
 * @param wanted names of files
 * @param folders names of directories below, of which every {@code .conf} is read
 */
record Place(String directory, Predicate<String> wanted, Predicate<String> folders) {
    static Place files(String directory, Predicate<String> wanted) {
        return new Place(directory, wanted, name -> false);
    }

    static Place file(String path) {
        int slash = path.lastIndexOf('/');
        return files(path.substring(0, slash), path.substring(slash + 1)::equals);
    }

    static PersistedView read(HostFiles files, List<Place> places) {
        Reader reader = new Reader(files);
        places.forEach(reader::place);
        return new PersistedView(reader.ours, reader.foreign, reader.trouble, reader.odd);
    }

    /** Initscripts and wicked look for files by the names of devices. */
    private static final Pattern NAMED_AFTER_DEVICES =
            Pattern.compile("(ifcfg|route6?|rule6?|ifroute)-[A-Za-z0-9_-]+(\\.[0-9a-f]{4})?");

    private static final class Reader {
        private final HostFiles files;
        private final Map<String, String> ours = new TreeMap<>();
        private final Map<String, String> foreign = new TreeMap<>();
        private final Map<String, String> odd = new TreeMap<>();
        private Optional<String> trouble = Optional.empty();

        Reader(HostFiles files) {
            this.files = files;
        }

        void place(Place place) {
            for (String name : names(place.directory)) {
                String path = place.directory + "/" + name;
                if (place.wanted.test(name)) {
                    file(path);
                } else if (place.folders.test(name)) {
                    names(path).stream()
                            .filter(below -> below.endsWith(".conf"))
                            .forEach(below -> file(path + "/" + below));
                }
            }
        }

        private List<String> names(String directory) {
            Reading<List<String>> names = files.list(directory);
            trouble = trouble.or(names::trouble);
            return names.found().orElse(List.of());
        }

        private void file(String path) {
            Reading<String> content = files.read(path);
            if (content.trouble().isPresent() && !isNameOfOurs(path) && files.isDirectory(path)) {
                // No back-end reads somebody's directory as a file.
                return;
            }
            trouble = trouble.or(content::trouble);
            content.found().ifPresent(text -> {
                boolean own = Mark.isOurs(text) && isNameOfOurs(path);
                (own ? ours : foreign).put(path, text);
                if (own) {
                    files.oddity(path, Writer.modeOf(path)).ifPresent(what -> odd.put(path, what));
                }
            });
        }

        /** A copy that somebody made of a file of ours, for himself, has our mark and is not ours. */
        private static boolean isNameOfOurs(String path) {
            String name = path.substring(path.lastIndexOf('/') + 1);
            return name.contains("ibportal")
                    || NAMED_AFTER_DEVICES.matcher(name).matches();
        }
    }
}
