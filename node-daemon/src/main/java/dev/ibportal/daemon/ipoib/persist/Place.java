package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

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
        return new PersistedView(reader.ours, reader.foreign, reader.trouble);
    }

    private static final class Reader {
        private final HostFiles files;
        private final Map<String, String> ours = new TreeMap<>();
        private final Map<String, String> foreign = new TreeMap<>();
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
            trouble = trouble.or(content::trouble);
            content.found().ifPresent(text -> (Mark.isOurs(text) ? ours : foreign).put(path, text));
        }
    }
}
