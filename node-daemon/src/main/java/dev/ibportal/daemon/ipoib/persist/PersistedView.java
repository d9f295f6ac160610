package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.types.Guid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The back-end's files as they are now, by path.
 *
 * @param ours files with our mark
 * @param foreign everybody else's; read, never written
 * @param trouble why this is not the whole truth
 * @param odd files of ours with another owner or mode than they should have, or links in their place, and which
 */
public record PersistedView(
        Map<String, String> ours, Map<String, String> foreign, Optional<String> trouble, Map<String, String> odd) {
    public PersistedView {
        ours = Map.copyOf(ours);
        foreign = Map.copyOf(foreign);
        odd = Map.copyOf(odd);
    }

    public PersistedView(Map<String, String> ours, Map<String, String> foreign, Optional<String> trouble) {
        this(ours, foreign, trouble, Map.of());
    }

    /**
     * Our files for an interface, found by its id or by what it is for; with those that all interfaces of the port
     * share, if it is the last one that needs them.
     */
    public Map<String, String> of(Mark wanted) {
        Map<String, String> found = new TreeMap<>();
        ours.forEach(
                (path, content) -> Mark.of(content).filter(wanted::isFor).ifPresent(mark -> found.put(path, content)));
        if (!isPortUsedByOthers(wanted)) {
            ours.forEach((path, content) ->
                    Mark.sharedBy(content).filter(wanted.port()::equals).ifPresent(port -> found.put(path, content)));
        }
        return found;
    }

    private boolean isPortUsedByOthers(Mark wanted) {
        Guid port = wanted.port();
        return ours.values().stream()
                .flatMap(content -> Mark.of(content).stream())
                .anyMatch(mark -> mark.port().equals(port) && !wanted.isFor(mark));
    }

    /** Whether exactly these files are there for an interface. */
    public boolean holds(Mark wanted, List<KeptFile> files) {
        return files.stream()
                        .allMatch(file -> file.content().equals(ours.get(file.path())) && !odd.containsKey(file.path()))
                && surplus(wanted, files).isEmpty();
    }

    /** Files of ours for an interface that it does not need any more. */
    public Map<String, String> surplus(Mark wanted, List<KeptFile> files) {
        Map<String, String> surplus = new TreeMap<>(of(wanted));
        files.forEach(file -> surplus.remove(file.path()));
        return surplus;
    }

    /** The same once these files are gone. */
    public PersistedView without(Set<String> paths) {
        Map<String, String> left = new TreeMap<>(ours);
        left.keySet().removeAll(paths);
        return new PersistedView(left, foreign, trouble, odd);
    }
}
